package dev.agenthost.context.semanticsearch.postgres;

/** Counts the numbers of unread entries, including those deleted since. */
final class EntryBacklogQueries {
    /** Counts for the model $1, over all workspaces that search by meaning; reads waiting rows only. */
    static final String OF_ALL = """
            select coalesce(sum(w.many), 0)::bigint
            from context.search_settings s
            cross join lateral (
                select sum(case when m.model = $1 then c.last_transcript_seq - m.top + m.bottom
                    else c.last_transcript_seq end) as many
                from context.conversations c left join context.vectored_conversations m on m.conversation = c.id
                where c.workspace_id = s.workspace_id and c.vectors_due is not null
                union all
                select sum(m.bottom)
                from context.vectored_conversations m join context.conversations c on c.id = m.conversation
                where m.workspace_id = s.workspace_id and m.bottom > 0 and m.model = $1 and c.vectors_due is null
                union all
                select sum(c.last_transcript_seq)
                from context.vectored_conversations m join context.conversations c on c.id = m.conversation
                where m.workspace_id = s.workspace_id and m.model < $1 and c.vectors_due is null
                union all
                select sum(c.last_transcript_seq)
                from context.vectored_conversations m join context.conversations c on c.id = m.conversation
                where m.workspace_id = s.workspace_id and m.model > $1 and c.vectors_due is null) w
            where s.by_meaning
            """;

    /** Counts for the workspace $2. */
    static final String OF_WORKSPACE = OF_ALL + " and s.workspace_id = $2";

    private EntryBacklogQueries() {}
}
