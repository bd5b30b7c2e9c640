-- What an update of an invoice replaces as a whole. The line items that refunds hang on come back in the same transaction.
GRANT DELETE ON invoice_line_items, invoice_sales_taxes TO {{app}};
ALTER TABLE refund_allocations
  ALTER CONSTRAINT refund_allocations_business_id_invoice_line_item_id_fkey DEFERRABLE INITIALLY DEFERRED;
