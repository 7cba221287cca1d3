package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingDocument;
import dev.agenthost.binding.catalog.ChangeRejection;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** {@code bindings.bindings}. A binding names an existing agent and differs from every other binding. */
public final class BindingTable implements ChangeSteps<Binding> {
    public static final VersionedTable<Binding> TABLE = VersionedTable.ofDocuments(
            "bindings.bindings",
            BindingDocument.KIND.name(),
            BindingDocument.KIND.idField(),
            false,
            BindingDocument::of,
            (document, id, workspaceId, version) ->
                    read(document, id, workspaceId).withVersion(version),
            List.of(new VersionedTable.Column<>("agent_id", Binding::agentId)));

    private static final String OTHERS =
            "select workspace_id, binding_id as id, version, document from bindings.bindings where workspace_id = $1 order by 2";

    static Binding read(byte[] document, String id, String workspaceId) throws UndecodableException {
        return ProtocolCodec.decode(document, BindingDocument.class).binding(id, workspaceId);
    }

    @Override
    public Uni<Optional<WriteRefusal>> beforeWrite(
            SqlConnection transaction, @Nullable Binding before, Binding binding) {
        return AgentTable.missing(transaction, binding.workspaceId(), binding.agentId())
                .chain(refusal -> refusal.isPresent() ? Uni.createFrom().item(refusal) : clash(transaction, binding));
    }

    private static Uni<Optional<WriteRefusal>> clash(SqlConnection transaction, Binding binding) {
        return transaction
                .preparedQuery(OTHERS)
                .execute(Tuple.of(binding.workspaceId()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(TABLE.reading())
                        .filter(binding::clashesWith)
                        .<WriteRefusal>map(other -> new ChangeRejection.Clashing(other.bindingId()))
                        .findFirst());
    }
}
