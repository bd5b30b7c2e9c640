-- What write_events_v1 reads, and draws positions from.
-- on each node
GRANT SELECT ON event_slots TO {{intake}};
GRANT USAGE ON SEQUENCE event_positions TO {{intake}};
