package dev.agenthost.orchestrator.model.telling;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells what is due, a few at once, until nothing is due; what was not taken comes again, the later the more often it was tried. */
public final class EmbeddingTeller {
    private static final System.Logger LOG = System.getLogger(EmbeddingTeller.class.getName());
    private static final int AT_ONCE = 8;
    /** Longer than one telling may take. */
    private static final Duration TERM = Duration.ofSeconds(15);

    private static final int LONGEST_SECONDS = 60;
    private static final int DOUBLINGS = 6;

    private final TellingLedger ledger;
    private final EmbeddingRegister register;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean again = new AtomicBoolean();

    public EmbeddingTeller(TellingLedger ledger, EmbeddingRegister register) {
        this.ledger = ledger;
        this.register = register;
    }

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

    /** @return whether there may be more */
    private Uni<Boolean> some() {
        return ledger.take(AT_ONCE, TERM)
                .chain(due ->
                        due.isEmpty() ? Uni.createFrom().item(false) : each(due).replaceWith(due.size() == AT_ONCE));
    }

    private Uni<Void> each(List<TellingLedger.Due> due) {
        return Uni.join()
                .all(due.stream().map(this::one).toList())
                .andFailFast()
                .replaceWithVoid();
    }

    private Uni<Void> one(TellingLedger.Due due) {
        long ours = due.telling().revision();
        return register.tell(due.telling())
                .onItem()
                .transformToUni(known -> known > ours ? ledger.above(due.telling(), known) : ledger.told(due.telling()))
                .onFailure()
                .recoverWithUni(why -> {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "context-store did not take model {0} of workspace {1}: {2}",
                            due.telling().modelId(),
                            due.telling().workspaceId(),
                            why.getMessage());
                    return ledger.later(due.telling(), pause(due.tries()));
                });
    }

    static Duration pause(int tries) {
        return Duration.ofSeconds(Math.min(LONGEST_SECONDS, 1L << Math.min(DOUBLINGS, Math.max(0, tries - 1))));
    }
}
