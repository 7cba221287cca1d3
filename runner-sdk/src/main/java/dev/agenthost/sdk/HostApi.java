package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.store.StateKeys;
import dev.agenthost.protocol.store.StateScope;
import dev.agenthost.protocol.store.StorageKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the host lets a run ask and keep (spec 000 §8). Calls block; each is bounded by the run's {@code deadline_at} and by 30
 * seconds. Safe for several threads.
 *
 * <p>A refusal or a failure is an {@link AgentApiException} with a code of spec 000 §9; once the run was taken away every call
 * throws {@link RunCancelledException}. What may be called is in {@code context.context().availableApis()}.
 */
public interface HostApi {
    /** The version of LangBot that the host is compatible with. */
    String hostVersion();

    /** A value that the host keeps; empty where there is none. */
    Optional<JsonNode> stateGet(StateScope scope, String key);

    /** Keeps a value, at most 256 KiB of JSON. */
    void stateSet(StateScope scope, String key, JsonNode value);

    /** Forgets a value; false where there was none. */
    boolean stateDelete(StateScope scope, String key);

    /**
     * The keys of a scope, sorted.
     *
     * @param prefix null for all
     * @param limit 1 to 100
     */
    StateKeys stateList(StateScope scope, @Nullable String prefix, int limit);

    /** Bytes that the host keeps for this runner's plugin, or for the workspace, from run to run. */
    default Storage storage(StorageKind owner) {
        return new Storage(this, owner);
    }

    /** What was said in this conversation, the newest first. */
    default HistoryPage historyPage(int limit) {
        return historyPage(HistoryRequest.newest(limit));
    }

    /** What was said in this conversation. */
    HistoryPage historyPage(HistoryRequest request);

    /** This run, as the host sees it: the one call that a cancelled run may still make. */
    RunView runGet();

    /**
     * Asks the host whether the run is cancelled, and throws {@link RunCancelledException} if it is. A host that cannot say now
     * (a retryable error, for instance while its database is away) has not cancelled it.
     */
    default void checkCancelled() {
        boolean cancelled;
        try {
            cancelled = runGet().isCancelled();
        } catch (AgentApiException unknown) {
            if (!unknown.retryable()) {
                throw unknown;
            }
            cancelled = false;
        }
        if (cancelled) {
            throw new RunCancelledException(RunCancelledException.Reason.CANCELLED);
        }
    }

    /**
     * Any call by its name on the wire, for instance {@code call_tool}.
     *
     * @param data without {@code run_id}, which is added
     * @return the answer's data
     */
    ObjectNode call(String action, ObjectNode data);
}
