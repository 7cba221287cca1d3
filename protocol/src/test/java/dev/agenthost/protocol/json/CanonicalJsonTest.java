package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CanonicalJsonTest {
    @Test
    void theOrderOfNamesDoesNotMatterAtAnyDepth() throws UndecodableException {
        var one = ProtocolCodec.readTree("{\"b\":[{\"y\":1,\"x\":null}],\"a\":{\"d\":2,\"c\":\"\u00e9\"}}");
        var other = ProtocolCodec.readTree("{\"a\":{\"c\":\"\u00e9\",\"d\":2},\"b\":[{\"x\":null,\"y\":1}]}");

        assertThat(CanonicalJson.of(one).toString())
                .isEqualTo(CanonicalJson.of(other).toString())
                .isEqualTo("{\"a\":{\"c\":\"\u00e9\",\"d\":2},\"b\":[{\"x\":null,\"y\":1}]}");
        assertThat(CanonicalJson.sha256(one)).isEqualTo(CanonicalJson.sha256(other));
    }

    @Test
    void theOrderOfElementsAndTheDigitsOfNumbersDo() throws UndecodableException {
        var tree = ProtocolCodec.readTree("[2,1,1.50]");

        assertThat(CanonicalJson.of(tree)).hasToString("[2,1,1.50]").isEqualTo(tree);
        assertThat(CanonicalJson.sha256(tree))
                .isNotEqualTo(CanonicalJson.sha256(ProtocolCodec.readTree("[1,2,1.50]")))
                .isNotEqualTo(CanonicalJson.sha256(ProtocolCodec.readTree("[2,1,1.5]")));
    }

    /** The digest of a published test: the empty object. */
    @Test
    void theDigestIsThatOfTheText() throws UndecodableException {
        assertThat(CanonicalJson.sha256(ProtocolCodec.readTree(" { } ")))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
