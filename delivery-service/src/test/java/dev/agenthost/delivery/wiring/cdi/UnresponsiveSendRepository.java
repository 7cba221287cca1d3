package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Never answers its first claim, as with a lost connection. */
record UnresponsiveSendRepository(SendRepository repository, AtomicBoolean answeredFirst) implements SendRepository {

    @Override
    public Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity capacity) {
        return answeredFirst.getAndSet(true)
                ? repository.claim(policy, owner, capacity)
                : Uni.createFrom().nothing();
    }

    @Override
    public Uni<Boolean> finish(ClaimedSend send, SendStatus status, byte[] receipt) {
        return repository.finish(send, status, receipt);
    }

    @Override
    public Uni<Boolean> handOver(ClaimedSend send) {
        return repository.handOver(send);
    }

    @Override
    public Uni<Boolean> retry(ClaimedSend send, Duration after) {
        return repository.retry(send, after);
    }

    @Override
    public Uni<Integer> inherit() {
        return repository.inherit();
    }
}
