package dev.agenthost.context.semanticsearch.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelEmbedderTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final RecordingEmbedder recorder = new RecordingEmbedder();
    private final Known models = new Known();

    @Test
    void requestsBeyondTheSlotsFailAtOnce() {
        ModelEmbedder embedder = embedder("{\"dimensions\":2}", Duration.ofHours(1));
        recorder.silent = true;
        List<Cancellable> waiting = new ArrayList<>();
        for (int i = 0; i < ModelEmbedder.AT_ONCE; i++) {
            waiting.add(embedder.embed(List.of("x")).subscribe().with(done -> {}));
        }

        assertThatThrownBy(() -> vectors(embedder)).isInstanceOf(EmbeddingException.class);
        waiting.getFirst().cancel();
        recorder.silent = false;

        assertThat(vectors(embedder)).hasSize(1);
    }

    @Test
    void queriesAndDocumentsHaveSeparateSlots() {
        ModelEmbedder embedder = embedder("{\"dimensions\":2}", Duration.ofHours(1));
        Embedder documents = embedder.ofDocuments();
        recorder.silent = true;
        for (int i = 0; i < ModelEmbedder.AT_ONCE; i++) {
            embedder.embed(List.of("x")).subscribe().with(done -> {});
        }
        recorder.silent = false;

        assertThat(vectors(documents)).hasSize(1);
        assertThat(documents.model()).isEqualTo(embedder.model());
        assertThat(documents.dimensions()).isEqualTo(2);
        assertThat(documents.isOfEveryScript()).isTrue();

        recorder.silent = true;
        List<Cancellable> waiting = new ArrayList<>();
        for (int i = 0; i < ModelEmbedder.DOCUMENTS_AT_ONCE; i++) {
            waiting.add(documents.embed(List.of("x")).subscribe().with(done -> {}));
        }
        assertThatThrownBy(() -> vectors(documents))
                .isInstanceOfSatisfying(EmbeddingException.class, why -> assertThat(why.isBusy())
                        .isTrue());
        waiting.getFirst().cancel();
        recorder.silent = false;
        assertThat(vectors(documents)).hasSize(1);
    }

    @Test
    void aFailureOfTheEndpointIsNotBusy() {
        ModelEmbedder embedder = embedder("{\"dimensions\":2}", LONG);
        recorder.failure = new EmbeddingException("down", false);

        assertThatThrownBy(() -> vectors(embedder))
                .isInstanceOfSatisfying(EmbeddingException.class, why -> assertThat(why.isBusy())
                        .isFalse());
    }

    @Test
    void aFailureReleasesItsSlot() {
        ModelEmbedder embedder = embedder("{\"dimensions\":2}", LONG);
        recorder.failure = new EmbeddingException("busy", false);
        for (int i = 0; i < 3 * ModelEmbedder.AT_ONCE; i++) {
            assertThatThrownBy(() -> vectors(embedder)).hasMessage("busy");
        }
        recorder.failure = null;

        assertThat(vectors(embedder)).hasSize(1);
    }

    @Test
    void aTimeoutIsAFailureOfTheModelNotOfTheText() {
        ModelEmbedder embedder = embedder("{\"dimensions\":2}", Duration.ofMillis(20));
        recorder.silent = true;

        assertThatThrownBy(() -> vectors(embedder))
                .isInstanceOfSatisfying(EmbeddingException.class, why -> assertThat(why.isOfTheText())
                        .isFalse());
    }

    @Test
    void dimensionsLearnedByAnotherReplicaCount() {
        models.learned = 5;
        ModelEmbedder embedder = embedder("{}", LONG);

        vectors(embedder);
        vectors(embedder);

        assertThat(recorder.dimensions).containsExactly(EmbeddingsEndpoint.ANY, 5);
        assertThat(embedder.dimensions()).isEqualTo(5);
    }

    @Test
    void theNameOfVectorsDependsOnAddressModelAndArguments() {
        EmbeddingModel one = model("https://h/v1", "m", "{}", "KEY", 1);

        assertThat(model("https://h/v1", "m", "{}", null, 9).vectors()).isEqualTo(one.vectors());
        assertThat(model("https://g/v1", "m", "{}", "KEY", 1).vectors()).isNotEqualTo(one.vectors());
        assertThat(model("https://h/v1", "n", "{}", "KEY", 1).vectors()).isNotEqualTo(one.vectors());
        assertThat(model("https://h/v1", "m", "{\"dimensions\":3}", "KEY", 1).vectors())
                .isNotEqualTo(one.vectors());
    }

    @Test
    void anUnusableDescriptionIsNoModel() {
        refused("ftp://h", "m", "{}", "model.base_url");
        refused("https://h?a=b", "m", "{}", "model.base_url");
        refused("https://h", "a\nb", "{}", "model.model");
        refused("https://h", "m", "{\"dimensions\":0}", "model.extra_args.dimensions");
        refused("https://h", "m", "{\"dimensions\":\"3\"}", "model.extra_args.dimensions");
    }

    private static void refused(String url, String name, String extra, String field) {
        assertThatThrownBy(() -> model(url, name, extra, null, 1))
                .isInstanceOfSatisfying(InvalidFieldException.class, why -> assertThat(why.field())
                        .isEqualTo(field));
    }

    private static List<float[]> vectors(Embedder embedder) {
        return embedder.embed(List.of("x")).await().atMost(LONG);
    }

    private ModelEmbedder embedder(String extra, Duration limit) {
        return new ModelEmbedder(model("https://h/v1", "m", extra, null, 1), models, recorder::of, limit);
    }

    private static EmbeddingModel model(String url, String name, String extra, @Nullable String key, long revision) {
        ObjectNode args = object(extra);
        EmbeddingModelChange.Definition said = new EmbeddingModelChange.Definition(url, name, key, args, true);
        return EmbeddingModel.of(new EmbeddingModelChange("w", "m", revision, said), said);
    }

    private static ObjectNode object(String json) {
        try {
            return (ObjectNode) ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Makes vectors of the requested dimensions; of 4 for any. */
    private static final class RecordingEmbedder {
        final List<Integer> dimensions = new ArrayList<>();
        boolean silent;

        @Nullable
        EmbeddingException failure;

        Embedder of(int numbers) {
            dimensions.add(numbers);
            return new Embedder() {
                @Override
                public String model() {
                    return "m";
                }

                @Override
                public int dimensions() {
                    return numbers;
                }

                @Override
                public Uni<List<float[]>> embed(List<String> texts) {
                    if (failure != null) {
                        return Uni.createFrom().failure(failure);
                    }
                    return silent
                            ? Uni.createFrom().nothing()
                            : Uni.createFrom().item(List.of(new float[numbers == 0 ? 4 : numbers]));
                }
            };
        }
    }

    private static final class Known implements EmbeddingModelRepository {
        int learned;

        @Override
        public Uni<Long> describe(EmbeddingModelChange telling, @Nullable EmbeddingModel model) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Optional<EmbeddingModel>> find(String workspaceId, String modelId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Map<String, ModelSource>> ofBases(String workspaceId, List<String> kbIds) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Integer> learn(EmbeddingModel model, int dimensions) {
            return Uni.createFrom().item(learned);
        }
    }
}
