/**
 * The least that books cost in this PostgreSQL: a ledger of the shape of pgledger, by its description. One call for a
 * transfer, which locks two accounts, moves their balances and versions, holds them to their limits, and keeps the
 * transfer and two entries with the balances before and after. Ids are ULIDs with a prefix, which the database makes, and
 * a call takes several transfers. No tenants, no periods, no reports, no events.
 */
import type { Stack } from '@pacioli/dev-stack'
import pg from 'pg'
import type { Load } from '../tools/cost.ts'
import { asSuperuser } from '../tools/database.ts'
import { CLIENTS, inTurn } from './platform.ts'

const DATABASE = 'peer'
/** More than that get no more done on the cores of one machine; ledger-svc has as many. */
const CONNECTIONS = 16
/** As many as a business begins with. */
const ACCOUNTS = 40

const SCHEMA = `
-- Crockford's alphabet, five bits a character.
CREATE FUNCTION ulid_of(id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(b.bits FROM 5 * n + 1 FOR 5)::bit(5)::int + 1, 1), '' ORDER BY n)
    FROM (SELECT B'00' || ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS b, generate_series(0, 25) AS n
$$;
CREATE FUNCTION new_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT prefix || '_' || ulid_of(uuidv7()) $$;

CREATE TABLE accounts (
  id text PRIMARY KEY DEFAULT new_id('a'),
  name text NOT NULL,
  currency text NOT NULL,
  balance numeric NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  may_be_negative boolean NOT NULL DEFAULT true,
  may_be_positive boolean NOT NULL DEFAULT true,
  metadata jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE transfers (
  id text PRIMARY KEY DEFAULT new_id('t'),
  from_account_id text NOT NULL REFERENCES accounts,
  to_account_id text NOT NULL REFERENCES accounts,
  amount numeric NOT NULL CHECK (amount > 0),
  event_at timestamptz NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_account_id <> to_account_id)
);
CREATE INDEX ON transfers (from_account_id);
CREATE INDEX ON transfers (to_account_id);
CREATE INDEX ON transfers (event_at);
CREATE TABLE entries (
  id text PRIMARY KEY DEFAULT new_id('e'),
  account_id text NOT NULL REFERENCES accounts,
  transfer_id text NOT NULL REFERENCES transfers,
  amount numeric NOT NULL,
  previous_balance numeric NOT NULL,
  current_balance numeric NOT NULL,
  account_version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON entries (account_id);
CREATE INDEX ON entries (transfer_id);

CREATE FUNCTION refuse_beyond_limits(account accounts) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF account.balance < 0 AND NOT account.may_be_negative OR account.balance > 0 AND NOT account.may_be_positive THEN
    RAISE EXCEPTION 'The account % may not have the balance %.', account.id, account.balance;
  END IF;
END $$;

CREATE TYPE asked AS (from_account_id text, to_account_id text, amount numeric);

CREATE FUNCTION transfer_all(p_asked asked[], p_event_at timestamptz, p_metadata jsonb)
RETURNS SETOF transfers LANGUAGE plpgsql AS $$
DECLARE
  one asked;
  sender accounts;
  receiver accounts;
  made text;
  all_made text[] := '{}';
BEGIN
  -- In the order of ids, so that transfers to and fro do not wait for each other.
  PERFORM FROM accounts
    WHERE id = ANY (ARRAY(SELECT a.from_account_id FROM unnest(p_asked) AS a UNION SELECT a.to_account_id FROM unnest(p_asked) AS a))
    ORDER BY id FOR UPDATE;
  FOREACH one IN ARRAY p_asked LOOP
    UPDATE accounts SET balance = balance - one.amount, version = version + 1, updated_at = now()
     WHERE id = one.from_account_id RETURNING * INTO STRICT sender;
    PERFORM refuse_beyond_limits(sender);
    UPDATE accounts SET balance = balance + one.amount, version = version + 1, updated_at = now()
     WHERE id = one.to_account_id RETURNING * INTO STRICT receiver;
    PERFORM refuse_beyond_limits(receiver);
    IF sender.currency <> receiver.currency THEN
      RAISE EXCEPTION 'The accounts have the currencies % and %.', sender.currency, receiver.currency;
    END IF;
    INSERT INTO transfers (from_account_id, to_account_id, amount, event_at, metadata)
    VALUES (sender.id, receiver.id, one.amount, coalesce(p_event_at, now()), p_metadata) RETURNING id INTO made;
    INSERT INTO entries (account_id, transfer_id, amount, previous_balance, current_balance, account_version)
    VALUES (sender.id, made, -one.amount, sender.balance + one.amount, sender.balance, sender.version);
    INSERT INTO entries (account_id, transfer_id, amount, previous_balance, current_balance, account_version)
    VALUES (receiver.id, made, one.amount, receiver.balance - one.amount, receiver.balance, receiver.version);
    all_made := all_made || made;
  END LOOP;
  RETURN QUERY SELECT * FROM transfers WHERE id = ANY (all_made) ORDER BY id;
END $$;

CREATE FUNCTION transfer(p_from text, p_to text, p_amount numeric, p_event_at timestamptz, p_metadata jsonb)
RETURNS SETOF transfers LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT * FROM transfer_all(ARRAY[(p_from, p_to, p_amount)::asked], p_event_at, p_metadata);
END $$;`

export type Peer = {
  /** So many transfers between accounts of as many ledgers as there are clients. */
  load: (count: number) => Load
  /** What writes less than it says is no measure. @throws Error when not so many were made in all */
  refuseOtherBooks: (transfers: number) => Promise<void>
  close: () => Promise<void>
}

/** In a database of its own, beside those of the stack. */
export async function openPeer(stack: Stack): Promise<Peer> {
  const superuser = asSuperuser(stack, 'postgres')
  await superuser.query(`CREATE DATABASE ${DATABASE}`)
  await superuser.end()
  const url = new URL(stack.postgresAdminUrl)
  url.pathname = `/${DATABASE}`
  const callers = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url.href }))
  for (const caller of callers) {
    // When a measurement fails the stack is stopped under idle connections; what failed it must not be hidden by that.
    caller.on('error', () => {})
    await caller.connect()
  }
  const first = inTurn(callers, 0)
  await first.query(SCHEMA)
  const { rows } = await first.query<{ id: string }>(
    `INSERT INTO accounts (name, currency) SELECT 'Account ' || n, 'USD' FROM generate_series(1, $1) AS n RETURNING id`,
    [CLIENTS * ACCOUNTS],
  )
  const ids = rows.map(({ id }) => id)
  const ledgers = Array.from({ length: CLIENTS }, (_, n) => ids.slice(n * ACCOUNTS, (n + 1) * ACCOUNTS))
  const metadata = JSON.stringify({ memo: 'A sale at the counter' })
  const transfer = (n: number, caller: number): Promise<unknown> => {
    const accounts = inTurn(ledgers, n)
    const pair = 2 * Math.floor(n / ledgers.length)
    return inTurn(callers, caller).query({
      name: 'transfer',
      text: 'SELECT * FROM transfer($1, $2, $3, $4, $5)',
      values: [inTurn(accounts, pair), inTurn(accounts, pair + 1), 1_250, new Date(), metadata],
    })
  }
  return {
    load: (count) => ({ callers: CONNECTIONS, count, act: transfer }),
    refuseOtherBooks: (transfers) => refuseOtherBooks(first, transfers),
    close: async () => void (await Promise.all(callers.map((caller) => caller.end()))),
  }
}

async function refuseOtherBooks(client: pg.Client, transfers: number): Promise<void> {
  const { rows } = await client.query<{ transfers: string; entries: string; wrong: string }>(
    `SELECT (SELECT count(*) FROM transfers) AS transfers, (SELECT count(*) FROM entries) AS entries,
            (SELECT count(*) FROM accounts a
              WHERE a.balance <> (SELECT coalesce(sum(e.amount), 0) FROM entries e WHERE e.account_id = a.id)) AS wrong`,
  )
  const found = [rows[0]?.transfers, rows[0]?.entries, rows[0]?.wrong].map(Number)
  if (found.join() !== [transfers, 2 * transfers, 0].join())
    throw new Error(
      `Expected ${transfers} transfers with 2 entries each, and no wrong balance, but found ${found.join(', ')}.`,
    )
}
