package dev.agenthost.context.knowledge.retrieve.near;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.knowledge.retrieve.Hit;
import dev.agenthost.context.knowledge.retrieve.Scope;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearVectorsTest {
    private static final Scope SCOPE = new Scope("w", List.of("kb"), JsonNodeFactory.instance.objectNode());
    private static final Hit NEAR = new Hit(1, 0);
    private static final Hit EXACT = new Hit(2, 0);

    @Test
    void aLargeScopeThatIsWholeInTheIndexIsAskedOfIt() {
        assertThat(asked(new Index(true, 10, true, List.of(NEAR)), 1)).containsExactly(NEAR);
    }

    @Test
    void everyVectorIsLookedAtWhereTheIndexCannotSay() {
        assertThat(asked(new Index(false, 10, true, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(asked(new Index(true, 10, false, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(asked(new Index(true, 9, true, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(asked(new Index(true, 10, true, List.of(NEAR)), 2)).containsExactly(EXACT);
        assertThat(asked(new Index(true, 10, true, null), 1)).containsExactly(EXACT);
    }

    private static List<Hit> asked(NearIndex index, int most) {
        return new NearVectors(
                        index, (scope, model, query, some) -> Uni.createFrom().item(List.of(EXACT)), 10)
                .nearest(SCOPE, "m", new float[] {1}, most)
                .await()
                .indefinitely();
    }

    /** @param hits none: it is in trouble */
    private record Index(boolean isThere, long chunks, boolean isWhole, List<Hit> hits) implements NearIndex {
        @Override
        public boolean holds(int dimensions) {
            return isThere && dimensions == 1;
        }

        @Override
        public Uni<Covered> covered(Scope scope, String model) {
            return Uni.createFrom().item(new Covered(chunks, isWhole));
        }

        @Override
        public Uni<List<Hit>> nearest(Scope scope, String model, float[] query, int most) {
            return hits == null
                    ? Uni.createFrom().failure(new IllegalStateException("it is down"))
                    : Uni.createFrom().item(hits);
        }
    }
}
