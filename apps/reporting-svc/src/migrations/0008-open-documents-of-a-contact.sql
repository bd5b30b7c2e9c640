-- What of one vendor or customer has moved since a day is found at once, too; all that has moved still is, contact by contact.
CREATE INDEX open_items_of_contact_by_last_day ON open_items (business_id, kind, contact_id, last_day);
DROP INDEX open_items_by_last_day;
