/**
 * The least that books cost in this PostgreSQL: a ledger of the shape of pgledger, by its description. One call for a
 * transfer, which locks two accounts, moves their balances and versions, and keeps the transfer and two entries with the
 * balances before and after. No tenants, no periods, no reports, no events.
 */
import type { Stack } from '@pacioli/dev-stack'
import pg from 'pg'
import { v7 } from 'uuid'
import { asSuperuser } from '../tools/database.ts'
import { rateOf } from '../tools/measure.ts'
import { CLIENTS, inTurn } from './platform.ts'

const DATABASE = 'peer'
/** More than that get no more done on the cores of one machine; ledger-svc has as many. */
const CONNECTIONS = 16
/** As many as a business begins with. */
const ACCOUNTS = 40

const SCHEMA = `
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  currency text NOT NULL,
  balance numeric NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  from_account_id uuid NOT NULL REFERENCES accounts,
  to_account_id uuid NOT NULL REFERENCES accounts,
  amount numeric NOT NULL CHECK (amount > 0),
  memo text,
  event_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_account_id <> to_account_id)
);
CREATE INDEX ON transfers (from_account_id);
CREATE INDEX ON transfers (to_account_id);
CREATE TABLE entries (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  transfer_id uuid NOT NULL REFERENCES transfers,
  amount numeric NOT NULL,
  previous_balance numeric NOT NULL,
  current_balance numeric NOT NULL,
  account_version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON entries (account_id, account_version);
CREATE INDEX ON entries (transfer_id);

CREATE FUNCTION transfer(
  p_id uuid, p_from_entry uuid, p_to_entry uuid, p_from uuid, p_to uuid, p_amount numeric, p_memo text, p_event_at timestamptz
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  sender accounts;
  receiver accounts;
BEGIN
  -- In the order of ids, so that transfers to and fro do not wait for each other.
  PERFORM FROM accounts WHERE id IN (p_from, p_to) ORDER BY id FOR UPDATE;
  UPDATE accounts SET balance = balance - p_amount, version = version + 1, updated_at = now()
   WHERE id = p_from RETURNING * INTO STRICT sender;
  UPDATE accounts SET balance = balance + p_amount, version = version + 1, updated_at = now()
   WHERE id = p_to RETURNING * INTO STRICT receiver;
  IF sender.currency <> receiver.currency THEN
    RAISE EXCEPTION 'The accounts have the currencies % and %.', sender.currency, receiver.currency;
  END IF;
  INSERT INTO transfers (id, from_account_id, to_account_id, amount, memo, event_at)
  VALUES (p_id, p_from, p_to, p_amount, p_memo, p_event_at);
  INSERT INTO entries (id, account_id, transfer_id, amount, previous_balance, current_balance, account_version)
  VALUES (p_from_entry, p_from, p_id, -p_amount, sender.balance + p_amount, sender.balance, sender.version),
         (p_to_entry, p_to, p_id, p_amount, receiver.balance - p_amount, receiver.balance, receiver.version);
  RETURN p_id;
END $$;`

export type Peer = {
  /** Makes so many transfers between accounts of as many ledgers as there are clients. @returns how many a second */
  transfer: (count: number) => Promise<number>
  close: () => Promise<void>
}

/** In a database of its own, beside those of the stack. */
export async function openPeer(stack: Stack): Promise<Peer> {
  const superuser = asSuperuser(stack, 'postgres')
  await superuser.query(`CREATE DATABASE ${DATABASE}`)
  await superuser.end()
  const url = new URL(stack.postgresAdminUrl)
  url.pathname = `/${DATABASE}`
  const pool = new pg.Pool({ connectionString: url.href, min: CONNECTIONS, max: CONNECTIONS })
  pool.on('error', () => {})
  await pool.query(SCHEMA)
  const ledgers = Array.from({ length: CLIENTS }, () => Array.from({ length: ACCOUNTS }, () => v7()))
  await pool.query(
    `INSERT INTO accounts (id, name, currency) SELECT a.id, 'Account ' || a.id, 'USD' FROM unnest($1::uuid[]) AS a (id)`,
    [ledgers.flat()],
  )
  return {
    transfer: async (count) => {
      const before = await transferred(pool)
      const rate = await rateOf(CONNECTIONS, count, (n) => {
        const accounts = inTurn(ledgers, n)
        const pair = 2 * Math.floor(n / ledgers.length)
        const [from, to] = [inTurn(accounts, pair), inTurn(accounts, pair + 1)]
        return pool.query({
          name: 'transfer',
          text: 'SELECT transfer($1, $2, $3, $4, $5, $6, $7, $8)',
          values: [v7(), v7(), v7(), from, to, 1_250, 'A sale at the counter', new Date()],
        })
      })
      await refuseOtherBooks(pool, before + count)
      return rate
    },
    close: () => pool.end(),
  }
}

const transferred = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query<{ count: string }>('SELECT count(*) FROM transfers')).rows[0]?.count)

/** What writes less than it says is no measure. */
async function refuseOtherBooks(pool: pg.Pool, transfers: number): Promise<void> {
  const { rows } = await pool.query<{ entries: string; wrong: string }>(
    `SELECT (SELECT count(*) FROM entries) AS entries,
            (SELECT count(*) FROM accounts a
              WHERE a.balance <> (SELECT coalesce(sum(e.amount), 0) FROM entries e WHERE e.account_id = a.id)) AS wrong`,
  )
  const found = [await transferred(pool), Number(rows[0]?.entries), Number(rows[0]?.wrong)]
  if (found.join() !== [transfers, 2 * transfers, 0].join())
    throw new Error(
      `Expected ${transfers} transfers with 2 entries each, and no wrong balance, but found ${found.join(', ')}.`,
    )
}
