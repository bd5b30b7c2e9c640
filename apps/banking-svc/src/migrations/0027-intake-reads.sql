-- each table alone, in public: bank_accounts, bank_transactions
-- Whether a line is on a bank account, and which transaction an entry is of; nothing here is written by the intake.
DROP POLICY IF EXISTS intake ON {{table}};
CREATE POLICY intake ON {{table}} FOR SELECT TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON {{table}} TO {{intake}};
