package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentDocument;
import dev.agenthost.binding.catalog.ChangeRejection;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code bindings.agents}. Refuses deletion of agents in use. */
public final class AgentTable implements ChangeSteps<Agent> {
    public static final VersionedTable<Agent> TABLE = VersionedTable.ofDocuments(
            "bindings.agents",
            AgentDocument.KIND.name(),
            AgentDocument.KIND.idField(),
            false,
            AgentDocument::of,
            (document, id, workspaceId, version) ->
                    read(document, id, workspaceId).withVersion(version),
            List.of());

    private static final String EXISTS = "select 1 from bindings.agents where workspace_id = $1 and agent_id = $2";
    private static final String USERS = """
            select 'binding ' || binding_id from bindings.bindings where workspace_id = $1 and agent_id = $2
            union all
            select 'bot ' || bot_id from bindings.bots where workspace_id = $1 and agent_id = $2
            order by 1
            """;

    static Agent read(byte[] document, String id, String workspaceId) throws UndecodableException {
        return ProtocolCodec.decode(document, AgentDocument.class).agent(id, workspaceId);
    }

    /** Returns the refusal of a definition that names the agent; empty if the agent exists until the transaction ends. */
    public static Uni<Optional<WriteRefusal>> missing(SqlConnection transaction, String workspaceId, String agentId) {
        return transaction
                .preparedQuery(EXISTS)
                .execute(Tuple.of(workspaceId, agentId))
                .map(rows -> rows.size() == 0 ? Optional.of(new ChangeRejection.NoSuchAgent()) : Optional.empty());
    }

    @Override
    public Uni<Optional<WriteRefusal>> beforeDeletion(SqlConnection transaction, Agent agent) {
        return transaction
                .preparedQuery(USERS)
                .execute(Tuple.of(agent.workspaceId(), agent.agentId()))
                .map(rows -> {
                    List<String> users = new ArrayList<>();
                    rows.forEach(row -> users.add(row.getString(0)));
                    return users.isEmpty() ? Optional.empty() : Optional.of(new ChangeRejection.InUse(users));
                });
    }
}
