package dev.agenthost.orchestrator.model;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells what is due, a few at once, until nothing is due; what was not taken comes again, the later the more often it was tried. What was
 * refused comes again, too, for who refuses it may be replaced: in the end once an hour, and the log says it once.
 */
public final class EmbeddingModelSync {
    private static final System.Logger LOG = System.getLogger(EmbeddingModelSync.class.getName());
    private static final int AT_ONCE = 8;
    /** Longer than one telling may take. */
    private static final Duration TERM = Duration.ofSeconds(15);

    private static final int LONGEST_SECONDS = 60;
    private static final int LONGEST_REFUSED_SECONDS = 3600;
    private static final int DOUBLINGS = 12;
    /** Refusals that were said; more than that are said again. */
    private static final int REMEMBERED = 1_000;

    private final EmbeddingSyncRepository ledger;
    private final EmbeddingModelRegistry register;
    private final Set<Refusal> said = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean again = new AtomicBoolean();

    public EmbeddingModelSync(EmbeddingSyncRepository ledger, EmbeddingModelRegistry register) {
        this.ledger = ledger;
        this.register = register;
    }

    private record Refusal(String workspaceId, String modelId, long revision, String code) {}

    /** Not twice at once; whoever comes meanwhile is heard when this is over. */
    public Uni<Void> tell() {
        return Uni.createFrom().deferred(() -> {
            again.set(true);
            return busy.compareAndSet(false, true)
                    ? all().onTermination().invoke(() -> busy.set(false))
                    : Uni.createFrom().voidItem();
        });
    }

    private Uni<Void> all() {
        return Multi.createBy()
                .repeating()
                .uni(() -> {
                    again.set(false);
                    return some();
                })
                .whilst(more -> more || again.get())
                .onItem()
                .ignoreAsUni();
    }

    /** @return true if there may be more */
    private Uni<Boolean> some() {
        return ledger.take(AT_ONCE, TERM)
                .chain(due ->
                        due.isEmpty() ? Uni.createFrom().item(false) : each(due).replaceWith(due.size() == AT_ONCE));
    }

    private Uni<Void> each(List<EmbeddingSyncRepository.Due> due) {
        return Uni.join()
                .all(due.stream().map(this::one).toList())
                .andFailFast()
                .replaceWithVoid();
    }

    private Uni<Void> one(EmbeddingSyncRepository.Due due) {
        return register.tell(due.telling())
                .onItem()
                .transformToUni(told -> heard(due, told))
                .onFailure()
                .recoverWithUni(why -> {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "context-store did not take model {0} of workspace {1}: {2}",
                            due.telling().modelId(),
                            due.telling().workspaceId(),
                            why.getMessage());
                    return ledger.later(due.telling(), pause(due.tries(), LONGEST_SECONDS));
                });
    }

    private Uni<Void> heard(EmbeddingSyncRepository.Due due, EmbeddingModelRegistry.Told told) {
        return switch (told) {
            case EmbeddingModelRegistry.Told.Known(long known) ->
                known > due.telling().revision() ? ledger.above(due.telling(), known) : ledger.told(due.telling());
            case EmbeddingModelRegistry.Told.Refused(String code) -> {
                Duration pause = pause(due.tries(), LONGEST_REFUSED_SECONDS);
                say(new Refusal(
                        due.telling().workspaceId(),
                        due.telling().modelId(),
                        due.telling().revision(),
                        code));
                yield ledger.later(due.telling(), pause);
            }
        };
    }

    private void say(Refusal refusal) {
        if (!said.add(refusal)) {
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "context-store refuses model {0} of workspace {1} as {2}; it is told again, less and less often",
                refusal.modelId(),
                refusal.workspaceId(),
                refusal.code());
        if (said.size() > REMEMBERED) {
            said.clear();
        }
    }

    /** Twice as long each time. */
    static Duration pause(int tries, int longestSeconds) {
        return Duration.ofSeconds(Math.min(longestSeconds, 1L << Math.min(DOUBLINGS, Math.max(0, tries - 1))));
    }
}
