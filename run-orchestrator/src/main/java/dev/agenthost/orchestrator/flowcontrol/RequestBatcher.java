package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Calls a batch at a time: whatever gathered while the last call was in flight goes into the next. Alone, a request
 * goes at once. Thread-safe.
 *
 * @param <I> a request
 * @param <O> its answer
 */
public final class RequestBatcher<I, O> {
    private record Waiting<I, O>(I request, UniEmitter<? super O> answer) {}

    private final Function<List<I>, Uni<List<O>>> call;
    private final int most;
    private final Deque<Waiting<I, O>> waiting = new ArrayDeque<>();
    private boolean calling;

    /**
     * @param call answers each request of the batch, in its order; a failure is every request's failure
     * @param most requests in a batch
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
            pump();
        });
    }

    private void pump() {
        List<Waiting<I, O>> batch = new ArrayList<>();
        synchronized (this) {
            if (calling || waiting.isEmpty()) {
                return;
            }
            calling = true;
            while (batch.size() < most && !waiting.isEmpty()) {
                batch.add(waiting.poll());
            }
        }
        Uni.createFrom()
                .deferred(() -> call.apply(batch.stream().map(Waiting::request).toList()))
                .subscribe()
                .with(answers -> answered(batch, answers), why -> failed(batch, why));
    }

    private void answered(List<Waiting<I, O>> batch, List<O> answers) {
        next();
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer().complete(answers.get(i));
        }
    }

    private void failed(List<Waiting<I, O>> batch, Throwable why) {
        next();
        batch.forEach(one -> one.answer().fail(why));
    }

    private void next() {
        synchronized (this) {
            calling = false;
        }
        pump();
    }
}
