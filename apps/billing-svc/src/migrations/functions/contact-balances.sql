-- What vendors are owed and customers owe, moved by what a statement writes. Triggers do it, so that it is right whichever
-- version of the service writes, and whatever the document is written for. Rows are locked in the order of the contacts.
-- Triggers are set in the order in which requests write these tables, so that no request deadlocks with that.

-- Bills are owed.
CREATE OR REPLACE FUNCTION move_balances_by_bills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT n.business_id, n.vendor_id, 'VENDOR', sum(n.outstanding_balance) FROM became n
     WHERE n.outstanding_balance <> 0 GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  ELSE
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT m.business_id, m.vendor_id, 'VENDOR', sum(m.amount)
      FROM (SELECT n.business_id, n.vendor_id, n.outstanding_balance AS amount FROM became n
            UNION ALL SELECT o.business_id, o.vendor_id, -o.outstanding_balance FROM was o) m
     GROUP BY 1, 2 HAVING sum(m.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  END IF;
  RETURN NULL;
END $$;

-- What payments to a vendor left unallocated is prepaid.
CREATE OR REPLACE FUNCTION move_balances_by_bill_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, prepaid)
    SELECT n.business_id, n.vendor_id, 'VENDOR', sum(n.unallocated_amount) FROM became n
     WHERE n.unallocated_amount <> 0 AND n.deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET prepaid = b.prepaid + excluded.prepaid;
  ELSE
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, prepaid)
    SELECT m.business_id, m.vendor_id, 'VENDOR', sum(m.amount)
      FROM (SELECT n.business_id, n.vendor_id, n.unallocated_amount AS amount FROM became n WHERE n.deleted_at IS NULL
            UNION ALL
            SELECT o.business_id, o.vendor_id, -o.unallocated_amount FROM was o WHERE o.deleted_at IS NULL) m
     GROUP BY 1, 2 HAVING sum(m.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET prepaid = b.prepaid + excluded.prepaid;
  END IF;
  RETURN NULL;
END $$;

-- What vendor credits left unallocated is owed less.
CREATE OR REPLACE FUNCTION move_balances_by_vendor_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT n.business_id, n.vendor_id, 'VENDOR', -sum(n.unallocated_amount) FROM became n
     WHERE n.unallocated_amount <> 0 AND n.deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  ELSE
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT m.business_id, m.vendor_id, 'VENDOR', sum(m.amount)
      FROM (SELECT n.business_id, n.vendor_id, -n.unallocated_amount AS amount FROM became n WHERE n.deleted_at IS NULL
            UNION ALL
            SELECT o.business_id, o.vendor_id, o.unallocated_amount FROM was o WHERE o.deleted_at IS NULL) m
     GROUP BY 1, 2 HAVING sum(m.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  END IF;
  RETURN NULL;
END $$;

-- Invoices are owed by customers.
CREATE OR REPLACE FUNCTION move_balances_by_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT n.business_id, n.customer_id, 'CUSTOMER', sum(n.outstanding_balance) FROM became n
     WHERE n.outstanding_balance <> 0 GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  ELSE
    INSERT INTO contact_balances AS b (business_id, contact_id, kind, documents)
    SELECT m.business_id, m.customer_id, 'CUSTOMER', sum(m.amount)
      FROM (SELECT n.business_id, n.customer_id, n.outstanding_balance AS amount FROM became n
            UNION ALL SELECT o.business_id, o.customer_id, -o.outstanding_balance FROM was o) m
     GROUP BY 1, 2 HAVING sum(m.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (business_id, contact_id) DO UPDATE SET documents = b.documents + excluded.documents;
  END IF;
  RETURN NULL;
END $$;

-- Lines of the journal move both sides; a reversal takes back what it reverses, its own sides swapped.
CREATE OR REPLACE FUNCTION move_balances_by_contact_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_balances AS b (business_id, contact_id, kind, journal_owed, journal_settled)
  SELECT n.business_id, n.contact_id, n.kind,
         sum(CASE WHEN n.reversal_of_id IS NULL THEN n.owed ELSE -n.settled END),
         sum(CASE WHEN n.reversal_of_id IS NULL THEN n.settled ELSE -n.owed END)
    FROM became n GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (business_id, contact_id) DO UPDATE
    SET journal_owed = b.journal_owed + excluded.journal_owed,
        journal_settled = b.journal_settled + excluded.journal_settled;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER balances_by_new_bills AFTER INSERT ON bills
  REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_bills();
CREATE OR REPLACE TRIGGER balances_by_changed_bills AFTER UPDATE ON bills
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_bills();
CREATE OR REPLACE TRIGGER balances_by_new_bill_payments AFTER INSERT ON bill_payments
  REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_bill_payments();
CREATE OR REPLACE TRIGGER balances_by_changed_bill_payments AFTER UPDATE ON bill_payments
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_bill_payments();
CREATE OR REPLACE TRIGGER balances_by_new_vendor_credits AFTER INSERT ON vendor_credits
  REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_vendor_credits();
CREATE OR REPLACE TRIGGER balances_by_changed_vendor_credits AFTER UPDATE ON vendor_credits
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_vendor_credits();
CREATE OR REPLACE TRIGGER balances_by_new_invoices AFTER INSERT ON invoices
  REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_invoices();
CREATE OR REPLACE TRIGGER balances_by_changed_invoices AFTER UPDATE ON invoices
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_invoices();
CREATE OR REPLACE TRIGGER balances_by_new_contact_entries AFTER INSERT ON contact_entries
  REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION move_balances_by_contact_entries();

-- What the documents of a contact come to, written once they cannot change: whoever changes one waits for the row, or is
-- waited for here. Called for contacts of before these balances were kept, in the order of their ids.
CREATE OR REPLACE FUNCTION count_contact_balance_v1(p_business_id uuid, p_contact_id uuid, p_kind text) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_balances AS b (business_id, contact_id, kind) VALUES (p_business_id, p_contact_id, p_kind)
  ON CONFLICT (business_id, contact_id) DO UPDATE SET kind = b.kind;
  -- A statement of its own: it sees what those that were waited for have committed.
  UPDATE contact_balances b
     SET is_counted = true,
         documents = CASE p_kind WHEN 'CUSTOMER' THEN
             (SELECT coalesce(sum(outstanding_balance), 0) FROM invoices
               WHERE business_id = p_business_id AND customer_id = p_contact_id AND outstanding_balance > 0)
           ELSE
             (SELECT coalesce(sum(outstanding_balance), 0) FROM bills
               WHERE business_id = p_business_id AND vendor_id = p_contact_id AND outstanding_balance > 0)
             - (SELECT coalesce(sum(unallocated_amount), 0) FROM vendor_credits
                 WHERE business_id = p_business_id AND vendor_id = p_contact_id AND deleted_at IS NULL)
           END,
         prepaid = CASE p_kind WHEN 'CUSTOMER' THEN 0 ELSE
             (SELECT coalesce(sum(unallocated_amount), 0) FROM bill_payments
               WHERE business_id = p_business_id AND vendor_id = p_contact_id AND deleted_at IS NULL)
           END
   WHERE b.business_id = p_business_id AND b.contact_id = p_contact_id;
END $$;
