-- A runner asks for an event by its id.
create index event_log_event on event_log (event_id) where kind = 'event';
