package dev.agenthost.orchestrator.hostapi.out;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.hostapi.call.UntilTheEnd;
import dev.agenthost.orchestrator.model.ModelFailure;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.tool.ToolAnswer;
import dev.agenthost.orchestrator.tool.ToolArguments;
import dev.agenthost.orchestrator.tool.ToolAsking;
import dev.agenthost.orchestrator.tool.ToolCaller;
import dev.agenthost.orchestrator.tool.ToolFacts;
import dev.agenthost.orchestrator.tool.ToolMeter;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * {@code get_tool_detail} and {@code call_tool} (spec 000 §8): of tools that are granted, each for what it is granted. A call is made
 * once, under our lease, after the run was counted as touched, and goes on no longer than the run.
 */
public final class ToolCalls {
    /** As long as the wire waits. */
    private static final Duration USUAL = Duration.ofSeconds(180);

    /** Of the parameters of one call. */
    private static final int MOST_BYTES = 1024 * 1024;

    private final ToolSource shelf;
    private final ToolArguments arguments;
    private final Ownership ownership;
    private final ToolResults results;
    private final ToolMeter meter;
    private final LongSupplier nanos;

    public ToolCalls(
            ToolSource shelf,
            ToolArguments arguments,
            RunMemory memory,
            WorkspaceLimits limits,
            Ownership ownership,
            ToolMeter meter,
            LongSupplier nanos) {
        this.shelf = shelf;
        this.arguments = arguments;
        this.ownership = ownership;
        this.results = new ToolResults(memory, limits);
        this.meter = meter;
        this.nanos = nanos;
    }

    /** The tool that a call names, for the audit; empty where it names none. */
    public static String named(JsonNode data) {
        return data.path("tool_name").isTextual() ? data.path("tool_name").textValue() : "";
    }

    /** What the run was told of it when it began. */
    public static Answer detail(Grant grant, JsonNode data) {
        String name = named(data);
        if (name.isBlank()) {
            return Answer.refused(FailureCode.INVALID_ARGUMENT, "tool_name is missing or no text");
        }
        if (Grant.check(grant, new Access.Tool(name, "detail")) instanceof Check.Denied denied) {
            return Answer.denied(denied);
        }
        return grant.tool(name)
                .<Answer>map(tool -> {
                    ObjectNode answer = JsonNodeFactory.instance.objectNode();
                    ObjectNode shown = answer.putObject("tool");
                    shown.put("name", name);
                    shown.put("description", tool.description());
                    shown.set("parameters", tool.parameters());
                    return new Answer.Served(answer);
                })
                .orElseGet(ToolCalls::gone);
    }

    /** @param open whether the run is still ours and open */
    public Uni<Answer> call(RunSession session, JsonNode data, BooleanSupplier open) {
        String name = named(data);
        if (name.isBlank()) {
            return refused(FailureCode.INVALID_ARGUMENT, "tool_name is missing or no text");
        }
        if (Grant.check(session.grant(), new Access.Tool(name, "call")) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
        }
        Optional<ToolFacts> granted = session.grant().tool(name);
        if (granted.isEmpty()) {
            return Uni.createFrom().item(gone());
        }
        // LangBot's older hosts called them tool_parameters.
        JsonNode given = data.has("parameters") ? data.path("parameters") : data.path("tool_parameters");
        if (!(given instanceof ObjectNode said)) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters is missing or no object");
        }
        if (JsonText.tooDeep(said)) {
            return refused(FailureCode.INVALID_ARGUMENT, "parameters nests too deep");
        }
        if (ProtocolCodec.encode(said).length > MOST_BYTES) {
            return refused(FailureCode.PAYLOAD_TOO_LARGE, "parameters is larger than 1 MiB");
        }
        ToolFacts tool = granted.get();
        Uni<Answer> call = arguments
                .fault(session.workspaceId(), tool.parameters(), said)
                .chain(fault -> fault.isPresent()
                        ? refused(FailureCode.INVALID_ARGUMENT, "parameters: " + fault.get())
                        : touched(session, tool, said, data, open));
        return UntilTheEnd.of(session, call)
                .onFailure(ModelFailure.class)
                .recoverWithItem(over -> new Answer.Refused(ModelCalls.error(over), true))
                .invoke(answer -> meter.called(tool.type(), outcome(answer)));
    }

    private Uni<Answer> touched(
            RunSession session, ToolFacts tool, ObjectNode given, JsonNode data, BooleanSupplier open) {
        return ownership.touch(session.runId(), session.attempt()).chain(ours -> {
            if (!ours) {
                return refused(FailureCode.NOT_FOUND, "Run session " + session.seenRunId() + " not found or expired");
            }
            if (!open.getAsBoolean()) {
                return refused(FailureCode.RUNTIME_ERROR, "the host is catching up, try again");
            }
            return asked(session, tool, given, data, open);
        });
    }

    private Uni<Answer> asked(
            RunSession session, ToolFacts tool, ObjectNode given, JsonNode data, BooleanSupplier open) {
        ToolAsking asking = new ToolAsking(
                caller(session), tool.id(), given, session.nextOperationId(), limit(session, data), open);
        return shelf.call(asking)
                .ifNoItem()
                .after(asking.limit())
                .recoverWithItem(ToolAnswer.unsure(FailureCode.DEADLINE_EXCEEDED, "The tool took too long"))
                .chain(answer -> switch (answer) {
                    case ToolAnswer.Said said -> results.of(session, tool, said);
                    case ToolAnswer.Refused refused -> Uni.createFrom().item(new Answer.Refused(refused.error(), true));
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

    /** The shortest of what the caller waits, what is usual, and what is left of the run. */
    private Duration limit(RunSession session, JsonNode data) {
        double seconds = data.path("timeout").asDouble(0);
        Duration wished = seconds > 0 && seconds < 3_600 ? Duration.ofMillis((long) (seconds * 1_000) + 1) : USUAL;
        Duration left = session.left(nanos.getAsLong());
        Duration shorter = left.compareTo(wished) < 0 ? left : wished;
        return shorter.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : shorter;
    }

    private static String outcome(Answer answer) {
        return switch (answer) {
            case Answer.Served served -> served.data().at("/result/is_error").booleanValue() ? "tool_error" : "served";
            case Answer.Refused refused -> refused.error().code();
            case Answer.Streamed streamed -> "served";
        };
    }

    private static Answer gone() {
        return Answer.refused(FailureCode.NOT_FOUND, "Nobody offers this tool any more");
    }

    private static Uni<Answer> refused(FailureCode code, String message) {
        return Uni.createFrom().item(Answer.refused(code, message));
    }
}
