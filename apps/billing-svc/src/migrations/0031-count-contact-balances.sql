-- in batches after the functions, on bill_payments, bills, contact_balances, invoices, vendor_credits
-- From the functions on, every write moves these balances; what documents came to before is counted here, contact by
-- contact. One without anything open has nothing to count, unless that was settled meanwhile.
SELECT count_contact_balance_v1(n.business_id, n.contact_id, n.kind)
  FROM (SELECT o.business_id, o.contact_id, o.kind
          FROM (SELECT business_id, customer_id AS contact_id, 'CUSTOMER' AS kind FROM invoices WHERE outstanding_balance > 0
                UNION
                SELECT business_id, vendor_id, 'VENDOR' FROM bills WHERE outstanding_balance > 0
                UNION
                SELECT business_id, vendor_id, 'VENDOR' FROM vendor_credits
                 WHERE unallocated_amount > 0 AND deleted_at IS NULL
                UNION
                SELECT business_id, vendor_id, 'VENDOR' FROM bill_payments
                 WHERE unallocated_amount > 0 AND deleted_at IS NULL
                UNION
                SELECT business_id, contact_id, kind FROM contact_balances WHERE NOT is_counted AND (documents, prepaid) <> (0, 0)) o
         WHERE NOT EXISTS (SELECT FROM contact_balances b
                            WHERE b.business_id = o.business_id AND b.contact_id = o.contact_id AND b.is_counted)
         ORDER BY o.business_id, o.contact_id
         LIMIT 200) n;
