package dev.agenthost.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownFieldTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1}|{\"a\":1}|",
                "{\"a\":1,\"b\":2}|{\"a\":1}|b",
                "{\"a\":1,\"b\":null}|{\"a\":1}|",
                "{\"a\":{\"b\":1}}|{\"a\":{}}|a.b",
                "{\"a\":[{\"b\":1},{\"b\":1,\"c\":2}]}|{\"a\":[{\"b\":1},{\"b\":1}]}|a[1].c",
                "{\"a\":[1,[{\"b\":1}]]}|{\"a\":[1,[{}]]}|a[1][0].b",
                "{\"a\":[1,2]}|{\"a\":[2]}|"
            })
    void theFirstThatNobodyUnderstoodIsNamed(String given, String understood, String field)
            throws UndecodableException {
        assertThat(UnknownField.in(ProtocolCodec.readTree(given), ProtocolCodec.readTree(understood), ""))
                .isEqualTo(java.util.Optional.ofNullable(field));
    }
}
