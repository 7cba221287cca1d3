-- Keys as people make them: everything but the secret, of which the document holds the digest. The records of a change lie in the
-- outbox from the same transaction on. To publish all keys again, should the topic be lost, see docs/keys.md.
create table bindings.api_keys (
    key_id       text collate "C" primary key,
    workspace_id text not null,
    document     text not null
);
create index api_keys_by_workspace on bindings.api_keys (workspace_id, key_id);
