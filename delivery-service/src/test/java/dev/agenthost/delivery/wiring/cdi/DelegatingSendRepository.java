package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Passes every operation on. */
class DelegatingSendRepository implements SendRepository {
    private final SendRepository repository;

    DelegatingSendRepository(SendRepository repository) {
        this.repository = repository;
    }

    @Override
    public Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity capacity) {
        return repository.claim(policy, owner, capacity);
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
    public Uni<Boolean> postpone(ClaimedSend send, Duration after) {
        return repository.postpone(send, after);
    }

    @Override
    public Uni<Boolean> recordCalls(ClaimedSend send, CallProgress calls) {
        return repository.recordCalls(send, calls);
    }

    @Override
    public Uni<Boolean> prolong(ClaimedSend send, Duration term) {
        return repository.prolong(send, term);
    }

    @Override
    public Uni<Integer> inherit() {
        return repository.inherit();
    }
}
