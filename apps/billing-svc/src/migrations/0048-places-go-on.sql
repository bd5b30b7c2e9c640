-- Books that come in from another installation have the places that they had there: what is allocated later gets larger ones.
GRANT UPDATE ON SEQUENCE bill_payment_allocations_place_seq, invoice_payment_allocations_place_seq, invoice_write_offs_place_seq,
  vendor_credit_allocations_place_seq, vendor_refund_allocations_place_seq TO {{app}};
