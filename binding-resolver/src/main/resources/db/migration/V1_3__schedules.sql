-- Events at the times of a cron expression: one document of JSON each. A schedule without a next time is disabled or has stopped.
create table bindings.schedules (
    workspace_id text        not null,
    schedule_id  text        not null collate "C",
    version      integer     not null,
    next_due     timestamptz,
    document     text        not null,
    primary key (workspace_id, schedule_id)
);

create index schedules_due on bindings.schedules (next_due) where next_due is not null;
