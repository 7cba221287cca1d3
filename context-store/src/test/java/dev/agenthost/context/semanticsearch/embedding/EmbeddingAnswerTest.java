package dev.agenthost.context.semanticsearch.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddingAnswerTest {
    @Test
    void vectorsAreInTheOrderOfTheTextsAndOfLengthOne() {
        EmbeddingAnswer answer = EmbeddingAnswer.read(
                json(
                        "{\"object\":\"list\",\"data\":[{\"index\":1,\"embedding\":[0,2]},{\"index\":0,\"embedding\":[3,4]}]}"),
                2,
                2);

        List<float[]> vectors = ((EmbeddingAnswer.Vectors) answer).vectors();
        assertThat(vectors.get(0)).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
        assertThat(vectors.get(1)).containsExactly(new float[] {0, 1}, within(1e-6f));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | no list",
                "{} | no list",
                "{\"data\":{}} | no list",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]}]} | 1 vectors for 2 texts",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,0]},{\"index\":2,\"embedding\":[1,0]}]} | 3 vectors for 2 texts",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":0,\"embedding\":[1,0]}]} | valid index",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":2,\"embedding\":[1,0]}]} | valid index",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":-1,\"embedding\":[1,0]}]} | valid index",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"embedding\":[1,0]}]} | valid index",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1,0,0]}]} | 3 numbers and not of 2",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":\"AACAPw==\"}]} | 0 numbers and not of 2",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[0,0]}]} | zero vector",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1e999,0]}]} | zero vector",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[1e300,1e300]}]} | zero vector",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[\"1\",0]}]} | zero vector",
                "{\"data\":[{\"index\":0,\"embedding\":[1,0]},{\"index\":1,\"embedding\":[null,0]}]} | zero vector",
                "{\"data\":[null,7]} | valid index"
            })
    void anInvalidAnswerHasAReason(String body, String why) {
        assertThat(EmbeddingAnswer.read(json(body), 2, 2))
                .isInstanceOfSatisfying(EmbeddingAnswer.Wrong.class, wrong -> assertThat(wrong.why())
                        .contains(why));
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
