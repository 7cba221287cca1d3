package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.CancellationToken;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.AgentApiException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The Host API calls of one run, in the names and JSON of LangBot's wire. */
final class HostCalls implements HostApi {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    /** The timeouts of calls that the host forwards to other systems (wire §6). */
    private static final Map<String, Duration> TIMEOUTS = Map.of(
            "invoke_llm", Duration.ofSeconds(120),
            "invoke_llm_stream", Duration.ofSeconds(120),
            "invoke_rerank", Duration.ofSeconds(60),
            "call_tool", Duration.ofSeconds(180),
            "retrieve_knowledge_base", Duration.ofSeconds(120),
            "artifact_read", Duration.ofSeconds(60));

    private final ResultStream output;
    private final Connection connection;
    private final AgentRunContext context;
    private final @Nullable JsonNode installation;

    HostCalls(ResultStream output, Connection connection, AgentRunContext context, @Nullable JsonNode installation) {
        this.output = output;
        this.connection = connection;
        this.context = context;
        this.installation = installation;
    }

    @Override
    public String hostVersion() {
        // The one call without a run id.
        return text(request("get_langbot_version", object()), "version");
    }

    @Override
    public Optional<JsonNode> stateGet(StateScope scope, String key) {
        return Optional.ofNullable(
                Fields.nullable(call("state_get", state(scope).put("key", key)).path("value")));
    }

    @Override
    public void stateSet(StateScope scope, String key, JsonNode value) {
        ObjectNode data = state(scope).put("key", key);
        data.set("value", value);
        call("state_set", data);
    }

    @Override
    public boolean stateDelete(StateScope scope, String key) {
        return call("state_delete", state(scope).put("key", key))
                .path("success")
                .asBoolean();
    }

    @Override
    public StateKeys stateList(StateScope scope, @Nullable String prefix, int limit) {
        return read(call("state_list", state(scope).put("prefix", prefix).put("limit", limit)), StateKeys.class);
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        ObjectNode data = object();
        data.putNull("conversation_id");
        data.put("before_cursor", request.beforeCursor()).put("after_cursor", request.afterCursor());
        data.put("limit", request.limit()).put("direction", request.direction().wire());
        data.put("include_attachments", false);
        return read(call("history_page", data), HistoryPage.class);
    }

    @Override
    public RunView runGet() {
        return RunView.of(call("run_get", object().put("target_run_id", context.runId())));
    }

    @Override
    public ObjectNode call(String action, ObjectNode data) {
        return request(action, named(data));
    }

    @Override
    public void stream(String action, ObjectNode data, Consumer<ObjectNode> chunk) {
        ObjectNode named = named(data);
        exchange(
                action,
                () -> connection.stream(
                        action, named, installation, output.cancellation(), () -> limit(action), chunk));
    }

    /** Sets the run's id, also if the data contains another; it is the first field, as LangBot's SDK writes it. */
    private ObjectNode named(ObjectNode data) {
        ObjectNode named = object().put("run_id", context.runId());
        data.properties().forEach(field -> named.set(field.getKey(), field.getValue()));
        return named.put("run_id", context.runId());
    }

    private ObjectNode request(String action, ObjectNode data) {
        return exchange(
                action, () -> connection.request(action, data, installation, output.cancellation(), limit(action)));
    }

    private interface Exchange {
        WireFrame.Response answer() throws ConnectionLostException, TimeoutException, InterruptedException;
    }

    private ObjectNode exchange(String action, Exchange exchange) {
        output.throwIfCancelled();
        try {
            WireFrame.Response answer = exchange.answer();
            if (answer.code() == 0) {
                return answer.data();
            }
            AgentApiError error = error(answer, action);
            if (isCancelled(error)) {
                throw output.cancelled(Reason.CANCELLED);
            }
            output.throwIfCancelled();
            throw new AgentApiException(error);
        } catch (TimeoutException e) {
            output.throwIfCancelled();
            throw new AgentApiException(FailureCode.DEADLINE_EXCEEDED, action + " was not answered in time");
        } catch (ConnectionLostException e) {
            throw output.cancelled(Reason.CONNECTION_LOST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            output.throwIfCancelled();
            throw new RunCancelledException(Reason.CANCELLED);
        }
    }

    /** Returns true if the host refuses the call because the run is cancelled: the cancellation may still be on its way. */
    private static boolean isCancelled(AgentApiError error) {
        return error.code().equals(FailureCode.UNAUTHORIZED.wire())
                && error.details().path("reason").asText("").equals(FailureCode.CANCELLED.wire());
    }

    @Override
    public CancellationToken cancellation() {
        return output.cancellation();
    }

    private Duration limit(String action) {
        Duration longest = TIMEOUTS.getOrDefault(action, DEFAULT_TIMEOUT);
        Double deadlineAt = context.runtime().deadlineAt();
        if (deadlineAt == null) {
            return longest;
        }
        Duration remaining = Duration.ofMillis((long) (deadlineAt * 1000) - System.currentTimeMillis());
        if (remaining.isNegative() || remaining.isZero()) {
            throw new AgentApiException(FailureCode.DEADLINE_EXCEEDED, "the run's deadline has passed");
        }
        return remaining.compareTo(longest) < 0 ? remaining : longest;
    }

    /** The structured error, under {@code error} or at the top; without one, LangBot's code for a plain text. */
    private static AgentApiError error(WireFrame.Response answer, String action) {
        JsonNode error = answer.data().path("error").isObject() ? answer.data().path("error") : answer.data();
        String code = error.path("code").textValue();
        if (code == null || code.isBlank()) {
            ObjectNode details = object().put("action", action);
            details.set("response_data", answer.data());
            return new AgentApiError("host.action_error", answer.message(), false, details);
        }
        return new AgentApiError(
                code,
                error.path("message").asText(answer.message()),
                error.path("retryable").asBoolean(false),
                error.path("details") instanceof ObjectNode details ? details : object());
    }

    @Override
    public <T> T read(ObjectNode data, Class<T> type) {
        try {
            return ProtocolCodec.decode(data, type);
        } catch (UndecodableException e) {
            throw malformed(e.getMessage());
        }
    }

    private static String text(ObjectNode data, String field) {
        String value = data.path(field).textValue();
        if (value == null) {
            throw malformed(field + " is missing");
        }
        return value;
    }

    private static AgentApiException malformed(@Nullable String reason) {
        return new AgentApiException(new AgentApiError(
                "host.malformed_response", "the host's answer cannot be read: " + reason, false, object()));
    }

    private static ObjectNode state(StateScope scope) {
        return object().put("scope", scope.wire());
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }
}
