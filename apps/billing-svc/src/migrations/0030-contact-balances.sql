-- What vendors are owed and customers owe, kept: every statement that writes documents or journal lines moves it by what
-- they came to before and after (functions/contact-balances.sql). `documents` is what open bills less unallocated vendor
-- credits, or open invoices, come to; `journal_owed` and `journal_settled` are both sides of the journal lines that name
-- the contact and no document owns; `prepaid` is what payments to a vendor left unallocated. What customers have is in
-- customer_credits. `is_counted` serves 0031 alone, which counts what the
-- documents of contacts came to before this table: once it has run, rows of new contacts are complete without.
-- No foreign key: the journal may name a contact before it is known here.
CREATE TABLE contact_balances (
  business_id     uuid NOT NULL,
  contact_id      uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('VENDOR', 'CUSTOMER')),
  documents       bigint NOT NULL DEFAULT 0,
  journal_owed    bigint NOT NULL DEFAULT 0,
  journal_settled bigint NOT NULL DEFAULT 0,
  prepaid         bigint NOT NULL DEFAULT 0,
  has_balance     boolean NOT NULL GENERATED ALWAYS AS (documents + journal_owed - journal_settled <> 0) STORED,
  is_counted      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (business_id, contact_id)
);
CREATE INDEX contact_balances_open ON contact_balances (business_id, kind, contact_id) WHERE has_balance;

-- Lines of the journal that name a contact on its control account and no document owns, by entry. `owed` is what they add
-- to the contact's debt, `settled` what they take from it. Of a reversal they are what it takes back of the entry that it
-- reverses, which may arrive later.
CREATE TABLE contact_entries (
  business_id    uuid NOT NULL,
  entry_id       uuid NOT NULL,
  contact_id     uuid NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('VENDOR', 'CUSTOMER')),
  entry_at       timestamptz(3) NOT NULL,
  owed           bigint NOT NULL CHECK (owed >= 0),
  settled        bigint NOT NULL CHECK (settled >= 0),
  reversal_of_id uuid,
  PRIMARY KEY (business_id, entry_id, contact_id)
);
CREATE INDEX contact_entries_owed ON contact_entries (business_id, contact_id, entry_at)
  WHERE owed > 0 AND reversal_of_id IS NULL;
CREATE INDEX contact_entries_reversed ON contact_entries (business_id, reversal_of_id, contact_id)
  WHERE reversal_of_id IS NOT NULL;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['contact_balances', 'contact_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON contact_balances TO {{app}};
GRANT SELECT, INSERT ON contact_entries TO {{app}};

-- What is searched by functions past row-level security, which ask for the tenant themselves.
CREATE POLICY search ON contact_balances FOR SELECT TO CURRENT_USER USING (true);
