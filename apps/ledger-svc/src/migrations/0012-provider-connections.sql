-- Connections of businesses to accounting software elsewhere. A row stays when the connection is unlinked. Lock order:
-- the connection, then its tokens.
CREATE TABLE provider_connections (
  business_id                 uuid NOT NULL,
  id                          uuid NOT NULL,
  client_id                   uuid NOT NULL,
  provider                    text NOT NULL CHECK (provider <> ''),
  external_company_id         text,
  connected_at                timestamptz(3) NOT NULL,
  unlinked_at                 timestamptz(3),
  needs_reauthorization_since timestamptz(3),
  version                     bigint NOT NULL DEFAULT 1,
  created_at                  timestamptz(3) NOT NULL,
  updated_at                  timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  CONSTRAINT provider_connections_provider UNIQUE (business_id, provider)
);

-- The tokens of a connection, sealed, while there is one. `revision` is a new one with every change of them.
-- Who renews them holds a lease: nobody holds a transaction while the provider is asked.
CREATE TABLE provider_tokens (
  business_id   uuid NOT NULL,
  id            uuid NOT NULL,
  client_id     uuid NOT NULL,
  revision      uuid NOT NULL,
  lease_token   uuid,
  lease_until   timestamptz(3),
  master_key_id text NOT NULL CHECK (master_key_id <> ''),
  wrapped_key   bytea NOT NULL CHECK (octet_length(wrapped_key) = 60),
  ciphertext    bytea NOT NULL CHECK (octet_length(ciphertext) > 28),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, id) REFERENCES provider_connections (business_id, id),
  CHECK ((lease_token IS NULL) = (lease_until IS NULL))
);

-- Authorizations that were begun and that nobody has come back from: what is sealed is the PKCE verifier. The state
-- itself is not kept. Whoever comes back takes the row away.
CREATE TABLE oauth_authorizations (
  business_id   uuid NOT NULL,
  id            uuid NOT NULL,
  client_id     uuid NOT NULL,
  provider      text NOT NULL CHECK (provider <> ''),
  state_sha256  bytea NOT NULL CHECK (octet_length(state_sha256) = 32),
  created_at    timestamptz(3) NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  master_key_id text NOT NULL CHECK (master_key_id <> ''),
  wrapped_key   bytea NOT NULL CHECK (octet_length(wrapped_key) = 60),
  ciphertext    bytea NOT NULL CHECK (octet_length(ciphertext) > 28),
  PRIMARY KEY (business_id, id),
  CONSTRAINT oauth_authorizations_state UNIQUE (business_id, state_sha256)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider_connections', 'provider_tokens', 'oauth_authorizations'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', name);
  END LOOP;
  -- Re-wrapping data keys needs to see whose they are, and never what they open.
  FOREACH name IN ARRAY ARRAY['provider_tokens', 'oauth_authorizations'] LOOP
    EXECUTE format('GRANT DELETE ON %I TO {{app}}', name);
    EXECUTE format('CREATE POLICY operator ON %I TO {{relay}} USING (true)', name);
    EXECUTE format('GRANT SELECT (business_id, id, client_id, master_key_id, wrapped_key), UPDATE (master_key_id, wrapped_key) ON %I TO {{relay}}', name);
  END LOOP;
END $$;
