package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.InteractionWithdrawal;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.result.UiProjection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the results of a runner in one attempt, in the order of arrival: frame, run, placement, limits, payload, meaning (spec 000 §7.1).
 * Decides only; has no effect. Not thread-safe.
 */
public final class ResultIntake {
    private static final Set<String> TERMINAL = Set.of("run.completed", "run.failed");
    private static final Set<String> EFFECTS = Set.of("state.updated", "artifact.created", "action.requested");

    private final String runId;
    private final RunnerSequence sequence = new RunnerSequence();
    private final MessageAssembler assembler;
    private final ProjectionLimit projections = new ProjectionLimit();
    private long ordinal;
    /** True if the runner sent a {@code run.failed} that could not be read. */
    private boolean failedUnread;

    /** @param runId the run id of this attempt's runner */
    public ResultIntake(String runId, DeltaMode mode, boolean requireOutput) {
        this.runId = runId;
        this.assembler = new MessageAssembler(mode, requireOutput);
    }

    public ResultDecision take(JsonNode tree, boolean oversized) {
        ordinal++;
        ResultFrame frame = ResultFrame.ofWire(JsonText.clean(tree));
        if (frame.runId() != null && !frame.runId().equals(runId)) {
            return ResultDecision.dropped("a result of another run");
        }
        List<String> warnings = new ArrayList<>();
        return switch (sequence.place(frame.sequence())) {
            case SequenceCheck.AfterTerminal after -> ResultDecision.dropped("a result after the terminal one");
            case SequenceCheck.Duplicate duplicate ->
                ResultDecision.dropped("result " + frame.sequence() + " a second time");
            case SequenceCheck.Gap gap -> {
                warnings.add("result " + frame.sequence() + " where " + gap.expected() + " was expected");
                yield understood(frame, oversized, warnings);
            }
            case SequenceCheck.Late late -> {
                warnings.add("result " + frame.sequence() + " came late, " + late.expected() + " was expected");
                yield understood(frame, oversized, warnings);
            }
            case SequenceCheck.Next next -> understood(frame, oversized, warnings);
            case SequenceCheck.Unnumbered unnumbered -> understood(frame, oversized, warnings);
        };
    }

    /** The stream ended and no terminal result came. */
    public ResultDecision.Ends streamEnded() {
        sequence.terminal();
        List<ResultPayload> closing = assembler.closing();
        ExecutionOutcome ending = failedUnread
                ? failed(
                        FailureCode.RUNNER_PROTOCOL_ERROR, "the stream ended after a run.failed that could not be read")
                : assembler.isAnything()
                        ? new ExecutionOutcome.Completed(new RunCompleted("end_of_stream", null), null)
                        : failed(FailureCode.RUNNER_NO_TERMINAL, "the stream ended without a terminal result");
        return new ResultDecision.Ends(closing, ending, List.of("the stream ended without a terminal result"));
    }

    /** The wire ended the stream with an error. */
    public ResultDecision.Ends streamFailed(String message, JsonNode data) {
        sequence.terminal();
        String code = data.path("data").path("code").asText(FailureCode.RUNNER_ERROR.wire());
        return new ResultDecision.Ends(
                assembler.closing(),
                new ExecutionOutcome.Failed(RunnerFailure.ofRunner(code, message, false)),
                List.of("the stream failed"));
    }

    /** Ends the run because a frame of the runner is lost: an answer without it would look complete. */
    public ResultDecision.Ends misunderstood(String why) {
        sequence.terminal();
        return new ResultDecision.Ends(
                assembler.closing(), failed(FailureCode.RUNNER_PROTOCOL_ERROR, why), List.of(why));
    }

    public ResultDecision.Ends overflowed() {
        sequence.terminal();
        return new ResultDecision.Ends(
                assembler.closing(),
                failed(FailureCode.HOST_OVERLOADED, "more results came than were taken"),
                List.of("the run's mailbox overflowed"));
    }

    /** Returns the results that close an open message, so that a late reader does not need the deltas. */
    public List<ResultPayload> closing() {
        return assembler.closing();
    }

    private ResultDecision understood(ResultFrame frame, boolean oversized, List<String> warnings) {
        String type = frame.type() == null ? "" : frame.type();
        if (oversized || JsonText.tooDeep(frame.data()) || frame.usage() != null && JsonText.tooDeep(frame.usage())) {
            return unusable(
                    type,
                    FailureCode.PAYLOAD_TOO_LARGE,
                    oversized ? "larger than 1 MiB" : "nested too deeply",
                    warnings);
        }
        return switch (ResultCodec.decode(frame)) {
            case DecodeResult.Known known -> meaning(known.payload(), frame, warnings);
            case DecodeResult.Unknown unknown -> passes(List.of(), warnings, "a result of an unknown type");
            case DecodeResult.Malformed malformed -> {
                failedUnread |= malformed.type().equals("run.failed");
                yield malformed.type().isEmpty()
                        ? ends(
                                assembler.closing(),
                                failed(FailureCode.RUNNER_PROTOCOL_ERROR, "a result without a type"),
                                warnings)
                        : drops(
                                malformed.type(),
                                FailureCode.INVALID_ARGUMENT,
                                "a malformed " + malformed.type() + ": " + malformed.why(),
                                warnings);
            }
        };
    }

    /** A terminal result that cannot be read still ends the run. */
    private ResultDecision unusable(String type, FailureCode code, String why, List<String> warnings) {
        return TERMINAL.contains(type)
                ? ends(assembler.closing(), failed(code, "the terminal result was " + why), warnings)
                : drops(type, code, "a result that was " + why, warnings);
    }

    private ResultDecision meaning(ResultPayload payload, ResultFrame frame, List<String> warnings) {
        return switch (payload) {
            case MessageDelta delta -> {
                List<PendingResult> fresh = assembler.delta(delta, frame);
                yield fresh.isEmpty() && assembler.isFull()
                        ? passes(fresh, warnings, "a delta of a message that is larger than 1 MiB")
                        : passes(fresh, warnings);
            }
            case MessageCompleted message -> {
                MessageCompleted whole = assembler.completed(message);
                yield InlineParts.areIn(whole.message())
                        ? applies(new Effect.KeepParts(whole), frame, warnings)
                        : passes(one(whole, frame), warnings);
            }
            case ArtifactCreated artifact ->
                ResultSize.exceedsInline(artifact)
                        ? drops(
                                artifact.type(),
                                FailureCode.PAYLOAD_TOO_LARGE,
                                "an artifact larger than 1 MiB inline",
                                warnings)
                        : applies(new Effect.KeepArtifact(artifact), frame, warnings);
            case StateUpdated update -> applies(new Effect.SetState(update), frame, warnings);
            case ActionRequested action -> action(action, frame, warnings);
            case ToolCallStarted started -> passes(one(started, frame), warnings);
            case ToolCallCompleted completed -> passes(one(completed, frame), warnings);
            case RunCompleted completed -> {
                MessageAssembler.Close close = assembler.end(completed, frame.usage());
                yield close.closing().size() == 1
                                && close.closing().getFirst() instanceof MessageCompleted message
                                && InlineParts.areIn(message.message())
                        ? endsAfter(message, close.ending(), warnings)
                        : ends(close.closing(), close.ending(), warnings);
            }
            case RunFailed failed ->
                ends(
                        assembler.closing(),
                        new ExecutionOutcome.Failed(
                                RunnerFailure.ofRunner(failed.code(), failed.error(), failed.retryable())),
                        warnings);
            case RunStarted host -> passes(List.of(), warnings, "a result of an unknown type");
            case RunUnanswered host -> passes(List.of(), warnings, "a result of an unknown type");
        };
    }

    /** A question to a person, its withdrawal and the view of a graph are stored; every other action is only recorded. */
    private ResultDecision action(ActionRequested action, ResultFrame frame, List<String> warnings) {
        try {
            return switch (action.action()) {
                case InteractionRequest.ACTION ->
                    applies(new Effect.Ask(action, InteractionRequest.read(action.payload())), frame, warnings);
                case InteractionWithdrawal.ACTION ->
                    applies(new Effect.Withdraw(action, InteractionWithdrawal.read(action.payload())), frame, warnings);
                case UiProjection.ACTION -> projection(action, UiProjection.read(action.payload()), frame, warnings);
                default -> passes(one(action, frame), warnings);
            };
        } catch (UndecodableException e) {
            return drops(
                    action.type(),
                    FailureCode.INVALID_ARGUMENT,
                    "a malformed " + action.action() + ": " + e.field() + " " + e.why(),
                    warnings);
        }
    }

    private ResultDecision projection(
            ActionRequested action, UiProjection projection, ResultFrame frame, List<String> warnings) {
        String breach = projections.breach(projection);
        return breach == null
                ? applies(new Effect.KeepProjection(action, projection), frame, warnings)
                : drops(action.type(), FailureCode.PAYLOAD_TOO_LARGE, breach, warnings);
    }

    private ResultDecision ends(List<ResultPayload> closing, ExecutionOutcome ending, List<String> warnings) {
        sequence.terminal();
        return new ResultDecision.Ends(List.copyOf(closing), ending, List.copyOf(warnings));
    }

    private ResultDecision endsAfter(MessageCompleted message, ExecutionOutcome ending, List<String> warnings) {
        sequence.terminal();
        ResultDecision.Applies last = new ResultDecision.Applies(
                new Effect.KeepParts(message), ordinal, PendingResult.of(message), List.of());
        return new ResultDecision.Ends(List.of(), last, ending, List.copyOf(warnings));
    }

    private ResultDecision applies(Effect effect, ResultFrame frame, List<String> warnings) {
        PendingResult result = one(effect.asked(), frame).getFirst();
        return new ResultDecision.Applies(effect, ordinal, result, List.copyOf(warnings));
    }

    private static ResultDecision drops(String type, FailureCode code, String why, List<String> warnings) {
        warnings.add(why);
        return new ResultDecision.Passes(
                List.of(), EFFECTS.contains(type) ? new DroppedEffect(type, code, why) : null, List.copyOf(warnings));
    }

    private static ResultDecision passes(List<PendingResult> results, List<String> warnings, String... more) {
        warnings.addAll(List.of(more));
        return new ResultDecision.Passes(results, List.copyOf(warnings));
    }

    private static List<PendingResult> one(ResultPayload payload, ResultFrame frame) {
        return List.of(new PendingResult(payload, frame.timestamp(), frame.usage()));
    }

    private static ExecutionOutcome failed(FailureCode code, String error) {
        return new ExecutionOutcome.Failed(RunFailed.of(code, error));
    }
}
