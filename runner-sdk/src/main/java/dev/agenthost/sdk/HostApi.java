package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.store.state.StateChange;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Artifacts;
import dev.agenthost.sdk.host.Calls;
import dev.agenthost.sdk.host.Delegations;
import dev.agenthost.sdk.host.Events;
import dev.agenthost.sdk.host.Files;
import dev.agenthost.sdk.host.Knowledge;
import dev.agenthost.sdk.host.Models;
import dev.agenthost.sdk.host.Steering;
import dev.agenthost.sdk.host.Storage;
import dev.agenthost.sdk.host.TimerClient;
import dev.agenthost.sdk.host.ToolClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The host's functions for a run (spec 000 §8). Calls block; each is bounded by the run's {@code deadline_at} and by the timeout
 * of the wire: 30 seconds, one to three minutes for models, tools and knowledge. Safe for several threads.
 *
 * <p>A refusal or a failure is an {@link AgentApiException} with a code of spec 000 §9; after a cancellation every call throws
 * {@link RunCancelledException}. The permitted calls are in {@code context.context().availableApis()}.
 */
public interface HostApi extends Calls {
    /** Returns the token that reports the cancellation of the run, without a call to the host. */
    default CancellationToken cancellation() {
        return CancellationToken.NEVER;
    }

    /** The version of LangBot that the host is compatible with. */
    String hostVersion();

    /** A value stored by the host; empty if there is none. */
    Optional<JsonNode> stateGet(StateScope scope, String key);

    /** Stores a value, at most 256 KiB of JSON. */
    void stateSet(StateScope scope, String key, JsonNode value);

    /** A value with its etag; both null if there is none. */
    default StateValue stateRead(StateScope scope, String key) {
        ObjectNode found = call(
                "state_get",
                JsonNodeFactory.instance.objectNode().put("scope", scope.wire()).put("key", key));
        return new StateValue(found.get("value"), found.path("etag").textValue());
    }

    /**
     * Stores a value only if no other writer has changed it since it was read.
     *
     * @param etag as {@link #stateRead} returned it; null if there was no value
     * @return false if another writer was faster: nothing was stored
     */
    default boolean stateReplace(StateScope scope, String key, @Nullable String etag, JsonNode value) {
        ObjectNode change =
                JsonNodeFactory.instance.objectNode().put("scope", scope.wire()).put("key", key);
        change.set("value", value);
        if (etag == null) {
            change.put("if_absent", true);
        } else {
            change.put("if_match", etag);
        }
        try {
            call("state_set", change);
            return true;
        } catch (AgentApiException e) {
            if (e.is(FailureCode.CONFLICT)) {
                return false;
            }
            throw e;
        }
    }

    /** Deletes a value; returns false if there was none. */
    boolean stateDelete(StateScope scope, String key);

    /**
     * Makes several changes of a scope in one transaction: all of them, or none.
     *
     * @param changes 1 to {@value StateChanges#MOST}, each of another key
     * @return false if the condition of a change is not met: nothing was changed
     */
    default boolean stateApply(StateScope scope, List<StateChange> changes) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("scope", scope.wire());
        ArrayNode list = data.putArray("changes");
        changes.forEach(change -> list.add(ProtocolCodec.tree(change)));
        try {
            call("state_apply", data);
            return true;
        } catch (AgentApiException e) {
            if (e.is(FailureCode.CONFLICT)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * The keys of a scope, sorted.
     *
     * @param prefix null for all
     * @param limit 1 to 100
     */
    StateKeys stateList(StateScope scope, @Nullable String prefix, int limit);

    /** The messages of this conversation, the newest first. */
    default HistoryPage historyPage(int limit) {
        return historyPage(HistoryRequest.newest(limit));
    }

    /** A page of the messages of this conversation. */
    HistoryPage historyPage(HistoryRequest request);

    /** This run in the host's view: the one call that a cancelled run may still make. */
    RunView runGet();

    /**
     * Asks the host whether the run is cancelled, and throws {@link RunCancelledException} if it is. A host that cannot answer now
     * (a retryable error, for instance while its database is unavailable) has not cancelled it.
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
     * Searches the messages of this conversation for words, the best match first.
     *
     * @param query words in any language; words in quotes are a phrase
     * @param topK maximum number of matches, 1 to 100
     */
    default HistorySearchResult historySearch(String query, int topK) {
        return historySearch(query, null, topK);
    }

    /** @param filters for instance {@code role}; null for none */
    default HistorySearchResult historySearch(String query, @Nullable ObjectNode filters, int topK) {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode().put("query", query);
        data.set("filters", filters);
        return read(call("history_search", data.put("top_k", topK)), HistorySearchResult.class);
    }

    /** The first messages of the prompt, from the configuration. */
    default List<Message> prompt() {
        List<Message> messages = new ArrayList<>();
        call("get_prompt", ProtocolCodec.mapper().createObjectNode())
                .path("prompt")
                .forEach(message -> messages.add(read((ObjectNode) message, Message.class)));
        return messages;
    }

    default Models models() {
        return new Models(this);
    }

    default ToolClient tools() {
        return new ToolClient(this);
    }

    default Knowledge knowledge() {
        return new Knowledge(this);
    }

    default Events events() {
        return new Events(this);
    }

    default Artifacts artifacts() {
        return new Artifacts(this);
    }

    /** The messages that arrived in this conversation during the run. */
    default Steering steering() {
        return new Steering(this);
    }

    /** Tasks for other agents. */
    default Delegations delegations() {
        return new Delegations(this);
    }

    default TimerClient timers() {
        return new TimerClient(this);
    }

    default Files files() {
        return new Files(this);
    }

    /** The storage of the plugin in this workspace. */
    default Storage pluginStorage() {
        return Storage.ofPlugin(this);
    }

    /** The storage of the workspace, shared by all plugins with the right to it. */
    default Storage workspaceStorage() {
        return Storage.ofWorkspace(this);
    }
}
