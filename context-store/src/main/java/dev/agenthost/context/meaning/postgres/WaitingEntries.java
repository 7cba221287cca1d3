package dev.agenthost.context.meaning.postgres;

/** Counts the numbers of entries that were not looked at: what was taken out since counts as well. */
final class WaitingEntries {
    /** For the model $1, over all workspaces that search by meaning. */
    static final String OF_ALL = """
            select coalesce(sum(case when m.model = $1 then c.last_transcript_seq - m.top + m.bottom
                else c.last_transcript_seq end), 0)::bigint
            from context.search_settings s
            join context.conversations c on c.workspace_id = s.workspace_id
            left join context.vectored_conversations m on m.conversation = c.id
            where s.by_meaning
            """;

    /** The same, of the workspace $2. */
    static final String OF_WORKSPACE = OF_ALL + " and s.workspace_id = $2";

    private WaitingEntries() {}
}
