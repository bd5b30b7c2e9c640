-- How postings and changes of what they are decided by exclude each other: a posting is decided under books
-- that cannot change before it commits. Always the client first, then the business; a posting shares both locks, a
-- change of one business takes that one alone, and a change of the client's settings takes the client alone, because
-- a lock for each of ten thousand businesses would fill the lock table of the server.
-- Advisory locks, because a shared row lock would be written into one row by every posting.
CREATE OR REPLACE FUNCTION lock_books_for_posting_v1(p_business_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Nearly always both are free, and then an expression takes them, which costs less than a statement.
  IF NOT pg_try_advisory_xact_lock_shared(client_lock_v1()) THEN
    PERFORM share_client_v1();
  END IF;
  IF NOT pg_try_advisory_xact_lock_shared(hashtextextended(p_business_id::text, 2)) THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(p_business_id::text, 2));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION lock_books_for_change_v1(p_business_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM share_client_v1();
  PERFORM pg_advisory_xact_lock(hashtextextended(p_business_id::text, 2));
END $$;

-- The settings of the client stay as they are until the transaction ends.
CREATE OR REPLACE FUNCTION share_client_v1() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(client_lock_v1());
END $$;

-- No posting and no change to any business of the client is under way, and none begins before the transaction ends.
CREATE OR REPLACE FUNCTION lock_client_for_change_v1() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(client_lock_v1());
END $$;

-- The same on the nodes of a cluster, or shared, in the condition of a statement that goes to them; no row meets it. STABLE, and
-- without values of a row, so that each node evaluates it before it looks for rows, and where it has none.
CREATE OR REPLACE FUNCTION client_is_locked_v1(p_alone boolean) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_alone THEN PERFORM lock_client_for_change_v1();
  ELSE PERFORM share_client_v1();
  END IF;
  RETURN false;
END $$;

-- Without a client there would be nothing to lock, and a lock on null is silently none.
CREATE OR REPLACE FUNCTION client_lock_v1() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  client constant uuid := app_client_id();
BEGIN
  IF client IS NULL THEN
    RAISE EXCEPTION 'books are locked on behalf of a client, and app.client_id is not set';
  END IF;
  RETURN hashtextextended(client::text, 3);
END $$;
