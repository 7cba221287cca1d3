package dev.agenthost.orchestrator.execution;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.StateNames;
import dev.agenthost.orchestrator.result.Taken;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.store.StateCall;
import dev.agenthost.protocol.store.StateScopeKey;
import dev.agenthost.protocol.store.StateSuccess;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The effects of a run's results. Each comes first and its result after it; one that may not be costs its result, not the run.
 */
final class StateEffect {
    private final ClaimedRun run;
    private final RunSession session;
    private final ResultSink sink;
    private final Tools tools;
    private final BooleanSupplier open;
    private final Consumer<String> warn;
    private final Consumer<String> superseded;

    /**
     * @param open whether the run still speaks
     * @param superseded told when the run is another's
     */
    StateEffect(
            ClaimedRun run,
            RunSession session,
            ResultSink sink,
            Tools tools,
            BooleanSupplier open,
            Consumer<String> warn,
            Consumer<String> superseded) {
        this.run = run;
        this.session = session;
        this.sink = sink;
        this.tools = tools;
        this.open = open;
        this.warn = warn;
        this.superseded = superseded;
    }

    /** Tries for as long as the run speaks. Never fails. */
    Uni<Void> apply(Taken.Applies effect) {
        StateUpdated update = effect.update();
        if (session.isCancelled()) {
            return dropped("state.updated of a cancelled run");
        }
        Grant grant = session.grant();
        StateScopeKey key = grant.state().get(update.scope());
        if (key == null || Grant.check(grant, new Access.State(update.scope())) instanceof Check.Denied) {
            return dropped("state.updated in scope " + update.scope().wire() + ", which is not granted");
        }
        if (StateNames.tooLarge(update.value())) {
            return dropped("state.updated with a value larger than 256 KiB");
        }
        return owned(call(effect, key))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(2))
                .until(failure -> open.getAsBoolean())
                .onItem()
                .transformToUni(answer -> applied(effect, answer))
                .onFailure()
                .recoverWithUni(failure -> dropped("state.updated of a run that is sealed"));
    }

    private StateCall call(Taken.Applies effect, StateScopeKey key) {
        return StateCall.set(
                run.workspaceId(),
                run.runId(),
                run.attempt(),
                run.attempt() + "/result/" + effect.ordinal(),
                key,
                StateNames.of(effect.update().key()),
                effect.update().value());
    }

    private Uni<Void> applied(Taken.Applies effect, StoreAnswer<StateSuccess> answer) {
        return switch (answer) {
            case StoreAnswer.Answered<StateSuccess> done -> {
                Drill.at("orchestrator.60-applied");
                yield sink.results(List.of(effect.result()));
            }
            case StoreAnswer.Refused<StateSuccess> refused -> {
                if (refused.code() == FailureCode.CONFLICT) {
                    superseded.accept("context-store knows a later attempt");
                    yield Uni.createFrom().voidItem();
                }
                yield dropped("state.updated, refused as " + refused.code().wire());
            }
        };
    }

    /** Asks the lease before each call out, and counts the run as touched before its first effect. */
    private Uni<StoreAnswer<StateSuccess>> owned(StateCall call) {
        return Uni.createFrom().deferred(() -> {
            if (!tools.ownership().mayAct()) {
                return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
            }
            return tools.ownership()
                    .touch(run.runId(), run.attempt())
                    .onItem()
                    .transformToUni(ours -> ours
                            ? tools.memory().set(call)
                            : Uni.createFrom()
                                    .item(new StoreAnswer.Refused<StateSuccess>(FailureCode.CONFLICT, "not ours")));
        });
    }

    private Uni<Void> dropped(String why) {
        warn.accept(why);
        return Uni.createFrom().voidItem();
    }
}
