package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Never answers its first claim, as with a lost connection. */
final class UnresponsiveSendRepository extends DelegatingSendRepository {
    private final AtomicBoolean answeredFirst;

    UnresponsiveSendRepository(SendRepository repository, AtomicBoolean answeredFirst) {
        super(repository);
        this.answeredFirst = answeredFirst;
    }

    @Override
    public Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity capacity) {
        return answeredFirst.getAndSet(true)
                ? super.claim(policy, owner, capacity)
                : Uni.createFrom().nothing();
    }
}
