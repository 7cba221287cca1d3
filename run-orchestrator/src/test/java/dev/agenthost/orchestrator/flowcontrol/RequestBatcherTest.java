package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestBatcherTest {
    private final List<List<Integer>> calls = new ArrayList<>();
    private final List<UniEmitter<? super List<String>>> open = new ArrayList<>();
    private final RequestBatcher<Integer, String> gathering = new RequestBatcher<>(this::call, 3);
    private final List<String> answers = new ArrayList<>();

    @Test
    void sendsASingleRequestAtOnceAndBatchesDuringACall() {
        for (int i = 1; i <= 5; i++) {
            gathering.submit(i).subscribe().with(answers::add, why -> answers.add("failed"));
        }
        assertThat(calls).containsExactly(List.of(1));

        open.get(0).complete(List.of("a1"));
        assertThat(calls).containsExactly(List.of(1), List.of(2, 3, 4));
        open.get(1).fail(new IllegalStateException("away"));
        assertThat(calls).hasSize(3).last().isEqualTo(List.of(5));
        open.get(2).complete(List.of("a5"));

        assertThat(answers).containsExactly("a1", "failed", "failed", "failed", "a5");
    }

    private Uni<List<String>> call(List<Integer> batch) {
        calls.add(batch);
        return Uni.createFrom().<List<String>>emitter(open::add);
    }
}
