package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.dispatch.Base64Size;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Keeps the bytes of a message's parts, one after the other, before it is said. People wait for it: where context-store does not answer
 * soon, the rest goes on as it came.
 */
final class MessagePartWriter {
    private static final String WHAT = "a part of message.completed";
    /** For all parts of a message. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final WorkspaceRateLimiter limits;
    private final LongSupplier nanos;
    private final Function<ArtifactPut, Uni<ContextStoreResponse<ArtifactMetadata>>> keep;
    private final BooleanSupplier open;
    private final Consumer<String> warn;

    MessagePartWriter(
            WorkspaceRateLimiter limits,
            LongSupplier nanos,
            Function<ArtifactPut, Uni<ContextStoreResponse<ArtifactMetadata>>> keep,
            BooleanSupplier open,
            Consumer<String> warn) {
        this.limits = limits;
        this.nanos = nanos;
        this.keep = keep;
        this.open = open;
        this.warn = warn;
    }

    /** One outcome for each part. Never fails. */
    Uni<List<PartOutcome>> keep(EffectPlan.Keep message) {
        long until = nanos.getAsLong() + PATIENCE.toNanos();
        AtomicBoolean stopped = new AtomicBoolean();
        return Multi.createFrom()
                .iterable(message.puts())
                .onItem()
                .transformToUniAndConcatenate(put ->
                        stopped.get() ? unasked() : paid(put, until).invoke(outcome -> stopped.set(stops(outcome))))
                .collect()
                .asList()
                .map(outcomes -> whole(message, outcomes));
    }

    /** Of a run that may keep nothing any more. */
    Uni<List<PartOutcome>> unasked(EffectPlan.Keep message) {
        warn.accept("parts of message.completed of a cancelled run are not kept");
        return Uni.createFrom().item(Collections.nCopies(message.parts().size(), new PartOutcome.Unasked()));
    }

    private List<PartOutcome> whole(EffectPlan.Keep message, List<PartOutcome> outcomes) {
        List<PartOutcome> all = new ArrayList<>(outcomes);
        int beyond = message.parts().size() - all.size();
        if (beyond > 0) {
            warn.accept(beyond + " parts of message.completed beyond the first " + all.size() + ", which are too many");
            all.addAll(Collections.nCopies(beyond, new PartOutcome.Withheld(FailureCode.PAYLOAD_TOO_LARGE.wire())));
        }
        return all;
    }

    /** Returns true if the parts behind this one are not written. */
    private static boolean stops(PartOutcome outcome) {
        return switch (outcome) {
            case PartOutcome.Kept kept -> false;
            case PartOutcome.Withheld withheld -> false;
            case PartOutcome.Unasked unasked -> true;
            case PartOutcome.Superseded superseded -> true;
        };
    }

    private Uni<PartOutcome> paid(ArtifactPut put, long until) {
        long bytes = Base64Size.of(Objects.requireNonNull(put.contentBase64()));
        return limits.take(put.owner().workspaceId(), RateKind.BYTES_WRITTEN, bytes)
                .chain(may ->
                        may ? asked(put, until) : withheld(FailureCode.RATE_LIMITED, "this workspace writes too much"))
                .onFailure()
                .recoverWithUni(failure -> {
                    warn.accept(WHAT + " could not be kept, and goes on as it came, with those after it");
                    return unasked();
                });
    }

    private Uni<PartOutcome> asked(ArtifactPut put, long until) {
        return keep.apply(put)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .until(failure -> open.getAsBoolean() && nanos.getAsLong() < until)
                .chain(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<ArtifactMetadata> done ->
                        Uni.createFrom().<PartOutcome>item(new PartOutcome.Kept(done.value()));
                    case ContextStoreResponse.Refused<ArtifactMetadata> refused ->
                        refused.code() == FailureCode.CONFLICT
                                ? Uni.createFrom().<PartOutcome>item(new PartOutcome.Superseded())
                                : withheld(refused.code(), refused.detail());
                });
    }

    private Uni<PartOutcome> withheld(FailureCode code, String why) {
        warn.accept(WHAT + ", refused as " + code.wire() + ": " + why);
        return Uni.createFrom().item(new PartOutcome.Withheld(code.wire()));
    }

    private static Uni<PartOutcome> unasked() {
        return Uni.createFrom().item(new PartOutcome.Unasked());
    }
}
