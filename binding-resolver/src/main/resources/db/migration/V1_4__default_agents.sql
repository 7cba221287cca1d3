-- The default agent of a bot, from its document, so that a replica of an older version cannot leave another one here.
alter table bindings.bots
    add column agent_id text collate "C" generated always as (document::jsonb ->> 'agent_id') stored,
    add foreign key (workspace_id, agent_id) references bindings.agents (workspace_id, agent_id);

create index bots_by_agent on bindings.bots (workspace_id, agent_id);
