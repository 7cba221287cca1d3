package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunScopedCall;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.model.ModelFailure;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.tool.ToolArgumentValidator;
import dev.agenthost.orchestrator.tool.ToolCaller;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolInvocation;
import dev.agenthost.orchestrator.tool.ToolMeter;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Serves {@code get_tool_detail} and {@code call_tool} (spec 000 §8) of granted tools, each for its granted operations. A call is made
 * once, under this replica's lease, after the run was counted as touched, and ends with the run.
 */
public final class ToolCalls {
    /** As long as the wire waits. */
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(180);

    /** Of the parameters of one call. */
    private static final int MOST_BYTES = 1024 * 1024;

    private final ToolSource tools;
    private final ToolArgumentValidator arguments;
    private final RunOwnership ownership;
    private final ToolResults results;
    private final ToolMeter meter;
    private final LongSupplier nanos;

    public ToolCalls(
            ToolSource tools,
            ToolArgumentValidator arguments,
            ContextStore contextStore,
            WorkspaceRateLimiter limits,
            RunOwnership ownership,
            ToolMeter meter,
            LongSupplier nanos) {
        this.tools = tools;
        this.arguments = arguments;
        this.ownership = ownership;
        this.results = new ToolResults(contextStore, limits);
        this.meter = meter;
        this.nanos = nanos;
    }

    /** Returns the tool that a call names; empty if it names none. */
    public static String toolName(JsonNode data) {
        return data.path("tool_name").isTextual() ? data.path("tool_name").textValue() : "";
    }

    /** Returns the descriptor of the tool as frozen when the run began. */
    public static HostCallResponse detail(Grant grant, JsonNode data) {
        String name = toolName(data);
        if (name.isBlank()) {
            return HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, "tool_name must be a string");
        }
        if (Grant.check(grant, new AccessRequest.Tool(name, "detail")) instanceof AccessDecision.Denied denied) {
            return HostCallResponse.denied(denied);
        }
        return grant.tool(name)
                .<HostCallResponse>map(tool -> {
                    ObjectNode answer = JsonNodeFactory.instance.objectNode();
                    ObjectNode descriptor = answer.putObject("tool");
                    descriptor.put("name", name);
                    descriptor.put("description", tool.description());
                    descriptor.set("parameters", tool.parameters());
                    return new HostCallResponse.Served(answer);
                })
                .orElseGet(ToolCalls::notOffered);
    }

    /** @param open true while this replica owns the run and the run is open */
    public Uni<HostCallResponse> call(RunSession session, JsonNode data, BooleanSupplier open) {
        String name = toolName(data);
        if (name.isBlank()) {
            return refused(FailureCode.INVALID_ARGUMENT, "tool_name must be a string");
        }
        if (Grant.check(session.grant(), new AccessRequest.Tool(name, "call"))
                instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<ToolDescriptor> granted = session.grant().tool(name);
        if (granted.isEmpty()) {
            return Uni.createFrom().item(notOffered());
        }
        // Older hosts of LangBot use tool_parameters.
        JsonNode sent = data.has("parameters") ? data.path("parameters") : data.path("tool_parameters");
        if (!(sent instanceof ObjectNode parameters)) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters must be an object");
        }
        if (JsonText.tooDeep(parameters)) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters is nested too deeply");
        }
        if (ProtocolCodec.encode(parameters).length > MOST_BYTES) {
            return refused(FailureCode.PAYLOAD_TOO_LARGE, "parameters is larger than 1 MiB");
        }
        ToolDescriptor tool = granted.get();
        Uni<HostCallResponse> call = arguments
                .fault(session.workspaceId(), tool.parameters(), parameters)
                .chain(fault -> fault.isPresent()
                        ? refused(FailureCode.INVALID_ARGUMENT, "parameters: " + fault.get())
                        : touchAndCall(session, tool, parameters, data, open));
        return RunScopedCall.of(session, call)
                .onFailure(ModelFailure.class)
                .recoverWithItem(over -> new HostCallResponse.Refused(ModelCalls.error(over), true))
                .invoke(answer -> meter.called(tool.type(), outcome(answer)));
    }

    private Uni<HostCallResponse> touchAndCall(
            RunSession session, ToolDescriptor tool, ObjectNode parameters, JsonNode data, BooleanSupplier open) {
        return ownership.touch(session.runId(), session.attempt()).chain(owned -> {
            if (!owned) {
                return refused(FailureCode.NOT_FOUND, "Run session " + session.seenRunId() + " not found or expired");
            }
            if (!open.getAsBoolean()) {
                return refused(FailureCode.RUNTIME_ERROR, "the host is catching up, try again");
            }
            return callTool(session, tool, parameters, data, open);
        });
    }

    private Uni<HostCallResponse> callTool(
            RunSession session, ToolDescriptor tool, ObjectNode parameters, JsonNode data, BooleanSupplier open) {
        ToolInvocation invocation = new ToolInvocation(
                caller(session), tool.id(), parameters, session.nextOperationId(), limit(session, data), open);
        long begun = nanos.getAsLong();
        return tools.call(invocation)
                .ifNoItem()
                .after(invocation.limit())
                .recoverWithItem(ToolOutcome.unsure(FailureCode.DEADLINE_EXCEEDED, "The tool took too long"))
                .chain(answer -> switch (answer) {
                    case ToolOutcome.Answered result ->
                        results.of(session, tool, result, invocation.limit().minusNanos(nanos.getAsLong() - begun));
                    case ToolOutcome.Refused refused ->
                        Uni.createFrom().item(new HostCallResponse.Refused(refused.error(), true));
                });
    }

    private static ToolCaller caller(RunSession session) {
        Grant grant = session.grant();
        return new ToolCaller(
                session.workspaceId(),
                session.runId(),
                session.attempt(),
                session.runnerId(),
                session.botId(),
                grant.conversationId(),
                grant.threadId(),
                grant.resources());
    }

    /** Returns the requested or the default time limit, at most the time until the run's deadline. */
    private Duration limit(RunSession session, JsonNode data) {
        double seconds = data.path("timeout").asDouble(0);
        Duration requested =
                seconds > 0 && seconds < 3_600 ? Duration.ofMillis((long) (seconds * 1_000) + 1) : DEFAULT_LIMIT;
        Duration left = session.left(nanos.getAsLong());
        Duration shorter = left.compareTo(requested) < 0 ? left : requested;
        return shorter.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : shorter;
    }

    private static String outcome(HostCallResponse answer) {
        return switch (answer) {
            case HostCallResponse.Served served ->
                served.data().at("/result/is_error").booleanValue() ? "tool_error" : "served";
            case HostCallResponse.Refused refused -> refused.error().code();
            case HostCallResponse.Streamed streamed -> "served";
        };
    }

    private static HostCallResponse notOffered() {
        return HostCallResponse.refused(FailureCode.NOT_FOUND, "No source offers this tool any more");
    }

    private static Uni<HostCallResponse> refused(FailureCode code, String message) {
        return Uni.createFrom().item(HostCallResponse.refused(code, message));
    }
}
