package dev.agenthost.platform.postgres;

import dev.agenthost.platform.rest.WriteRefusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps that a kind adds to its changes, in their transactions. A step that refuses the change has changed nothing itself. */
public interface ChangeSteps<T> {
    /** @param before the replaced object; null for a new one */
    default Uni<Optional<WriteRefusal>> beforeWrite(SqlConnection transaction, @Nullable T before, T after) {
        return Uni.createFrom().item(Optional.empty());
    }

    default Uni<Optional<WriteRefusal>> beforeDeletion(SqlConnection transaction, T before) {
        return Uni.createFrom().item(Optional.empty());
    }
}
