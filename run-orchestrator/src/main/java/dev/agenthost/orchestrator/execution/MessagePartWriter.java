package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.dispatch.Base64Size;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.orchestrator.run.RunClock;
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
import java.util.function.BiFunction;

/**
 * Stores the bytes of a message's parts, one after the other, before the message is published. Users wait for it: if context-store does not
 * respond in time, the remaining parts are published unchanged.
 */
final class MessagePartWriter {
    private static final String WHAT = "a part of message.completed";
    /** The limit for all parts of a message. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final WorkspaceRateLimiter limits;
    private final RunClock clock;
    private final BiFunction<EffectScope, ArtifactPut, Uni<ContextStoreResponse<ArtifactMetadata>>> keep;

    MessagePartWriter(
            WorkspaceRateLimiter limits,
            RunClock clock,
            BiFunction<EffectScope, ArtifactPut, Uni<ContextStoreResponse<ArtifactMetadata>>> keep) {
        this.limits = limits;
        this.clock = clock;
        this.keep = keep;
    }

    /** Returns one outcome for each part. Never fails. */
    Uni<List<PartOutcome>> keep(EffectScope scope, EffectPlan.Keep message) {
        long until = clock.nanos() + PATIENCE.toNanos();
        AtomicBoolean stopped = new AtomicBoolean();
        return Multi.createFrom()
                .iterable(message.puts())
                .onItem()
                .transformToUniAndConcatenate(put -> stopped.get()
                        ? unasked()
                        : paid(scope, put, until).invoke(outcome -> stopped.set(stops(outcome))))
                .collect()
                .asList()
                .map(outcomes -> whole(scope, message, outcomes));
    }

    /** Returns the outcomes for a run that may store nothing. */
    Uni<List<PartOutcome>> unasked(EffectScope scope, EffectPlan.Keep message) {
        scope.warn().accept("parts of message.completed of a cancelled run are not kept");
        return Uni.createFrom().item(Collections.nCopies(message.parts().size(), new PartOutcome.Unasked()));
    }

    private List<PartOutcome> whole(EffectScope scope, EffectPlan.Keep message, List<PartOutcome> outcomes) {
        List<PartOutcome> all = new ArrayList<>(outcomes);
        int beyond = message.parts().size() - all.size();
        if (beyond > 0) {
            scope.warn()
                    .accept(beyond + " parts of message.completed beyond the first " + all.size()
                            + ", which are too many");
            all.addAll(Collections.nCopies(beyond, new PartOutcome.Withheld(FailureCode.PAYLOAD_TOO_LARGE.wire())));
        }
        return all;
    }

    /** Returns true if the parts behind this one are not written. */
    private static boolean stops(PartOutcome outcome) {
        return switch (outcome) {
            case PartOutcome.Stored kept -> false;
            case PartOutcome.Withheld withheld -> false;
            case PartOutcome.Unasked unasked -> true;
            case PartOutcome.Superseded superseded -> true;
        };
    }

    private Uni<PartOutcome> paid(EffectScope scope, ArtifactPut put, long until) {
        long bytes = Base64Size.of(Objects.requireNonNull(put.contentBase64()));
        return limits.take(put.owner().workspaceId(), RateKind.BYTES_WRITTEN, bytes)
                .chain(may -> may
                        ? asked(scope, put, until)
                        : withheld(scope, FailureCode.RATE_LIMITED, "this workspace writes too much"))
                .onFailure()
                .recoverWithUni(failure -> {
                    scope.warn().accept(WHAT + " could not be kept, and goes on as it came, with those after it");
                    return unasked();
                });
    }

    private Uni<PartOutcome> asked(EffectScope scope, ArtifactPut put, long until) {
        return keep.apply(scope, put)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .until(failure -> scope.open().getAsBoolean() && clock.nanos() < until)
                .chain(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<ArtifactMetadata> done ->
                        Uni.createFrom().<PartOutcome>item(new PartOutcome.Stored(done.value()));
                    case ContextStoreResponse.Refused<ArtifactMetadata> refused ->
                        refused.code() == FailureCode.CONFLICT
                                ? Uni.createFrom().<PartOutcome>item(new PartOutcome.Superseded())
                                : withheld(scope, refused.code(), refused.detail());
                });
    }

    private Uni<PartOutcome> withheld(EffectScope scope, FailureCode code, String why) {
        scope.warn().accept(WHAT + ", refused as " + code.wire() + ": " + why);
        return Uni.createFrom().item(new PartOutcome.Withheld(code.wire()));
    }

    private static Uni<PartOutcome> unasked() {
        return Uni.createFrom().item(new PartOutcome.Unasked());
    }
}
