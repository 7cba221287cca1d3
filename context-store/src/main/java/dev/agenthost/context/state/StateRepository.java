package dev.agenthost.context.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StateValue;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores state. Writes are fenced and take effect once for each operation id; concurrent writes leave one whole value. */
public interface StateRepository {
    /** Reads a value; its {@code value} is null if there is none. */
    Uni<StateValue> get(StateKey key);

    Uni<StateWrite> set(WriteClaim claim, StateKey key, JsonNode value, StateCondition condition);

    Uni<StateWrite> delete(WriteClaim claim, StateKey key, StateCondition condition);

    /** Makes changes of one scope in their order, all or none; the outcome of a refused change is that of all. */
    Uni<StateWrite> apply(WriteClaim claim, StateScopeKey scope, List<ConditionalChange> changes);

    /** Sets a value, whatever is stored. */
    default Uni<StateWrite> set(WriteClaim claim, StateKey key, JsonNode value) {
        return set(claim, key, value, new StateCondition.Any());
    }

    /**
     * Returns the first names with that prefix, sorted by code point.
     *
     * @param after only names that come after this one; empty for all
     */
    Uni<StateKeys> list(String workspaceId, StateScopeKey scope, String prefix, String after, int limit);
}
