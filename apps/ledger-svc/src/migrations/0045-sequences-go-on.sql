-- Books that come in from another installation have the numbers that they had there: what is posted later gets larger ones.
GRANT UPDATE ON SEQUENCE journal_entries_seq_seq, line_items_seq_seq, closing_actions_seq_seq TO {{app}};
