package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Sends requests in batches, one batch at a time: requests that arrive during a call form the next batch. A request without a running
 * call is sent at once. Thread-safe.
 *
 * @param <I> a request
 * @param <O> the result of a request
 */
public final class RequestBatcher<I, O> {
    private record Waiting<I, O>(I request, UniEmitter<? super O> answer) {}

    private final Function<List<I>, Uni<List<O>>> call;
    private final int most;
    private final Deque<Waiting<I, O>> waiting = new ArrayDeque<>();
    private boolean inFlight;

    /**
     * @param call returns a result for each request of the batch, in order; a failure fails every request
     * @param most the most requests of a batch
     */
    public RequestBatcher(Function<List<I>, Uni<List<O>>> call, int most) {
        this.call = call;
        this.most = most;
    }

    public Uni<O> submit(I request) {
        return Uni.createFrom().emitter(answer -> {
            synchronized (this) {
                waiting.add(new Waiting<>(request, answer));
            }
            sendBatch();
        });
    }

    private void sendBatch() {
        List<Waiting<I, O>> batch = new ArrayList<>();
        synchronized (this) {
            if (inFlight || waiting.isEmpty()) {
                return;
            }
            inFlight = true;
            while (batch.size() < most && !waiting.isEmpty()) {
                batch.add(waiting.poll());
            }
        }
        Uni.createFrom()
                .deferred(() -> call.apply(batch.stream().map(Waiting::request).toList()))
                .subscribe()
                .with(answers -> complete(batch, answers), failure -> fail(batch, failure));
    }

    private void complete(List<Waiting<I, O>> batch, List<O> answers) {
        sendNext();
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer().complete(answers.get(i));
        }
    }

    private void fail(List<Waiting<I, O>> batch, Throwable failure) {
        sendNext();
        batch.forEach(waiter -> waiter.answer().fail(failure));
    }

    private void sendNext() {
        synchronized (this) {
            inFlight = false;
        }
        sendBatch();
    }
}
