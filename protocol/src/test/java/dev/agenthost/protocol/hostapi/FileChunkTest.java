package dev.agenthost.protocol.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.FileChunk.Reading;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileChunkTest {
    private static final String ONE = """
            {"file_key":"ba7816bf8f01cfea-0f8fad5bd9cb469fa16570867728950e","file_length":3,"chunk_base64":"YWJj",
             "chunk_index":0,"chunk_amount":1,"chunk_size":3}""";

    @Test
    void readsAndWritesWhatTheWireHas() throws Exception {
        FileKey key = FileKey.of("abc".getBytes(), UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e"));
        List<FileChunk> pieces = FileChunk.split(key, "abc".getBytes());

        assertThat(pieces).hasSize(1);
        assertThat(ProtocolCodec.readTree(pieces.getFirst().write().toString())).isEqualTo(ProtocolCodec.readTree(ONE));
        assertThat(read(ONE).bytes()).isEqualTo("abc".getBytes());
        assertThat(read(ONE).fileLength()).isEqualTo(OptionalLong.of(3));
    }

    @Test
    void lengthAndSizeMayBeAbsent() throws Exception {
        ObjectNode data = one();
        data.remove(List.of("file_length", "chunk_size"));

        assertThat(FileChunk.read(data)).isInstanceOfSatisfying(Reading.Read.class, read -> assertThat(
                        read.chunk().fileLength())
                .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "16383,1", "16384,1", "16385,2", "32768,2", "32769,3"})
    void splitsIntoPiecesOfSixteenKibibytes(int length, int amount) {
        List<FileChunk> pieces = FileChunk.split(new FileKey("k"), new byte[length]);

        assertThat(pieces).hasSize(amount);
        assertThat(pieces.stream().mapToInt(piece -> piece.bytes().length).sum())
                .isEqualTo(length);
        assertThat(pieces.getLast().isLast()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A9", "87373471b8d9fdec-abc.png", "a_b-c.d"})
    void aKeyIsOnePlainName(String key) {
        assertThat(FileKey.isOne(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", ".a", "-a", "_a", "a..b", "a/b", "a\\b", "a b", "ä", "a\n", "a\u0000"})
    void nothingElseIsAKey(String key) {
        assertThat(FileKey.isOne(key)).isFalse();
    }

    @Test
    void aKeyHasUpTo255Characters() {
        assertThat(FileKey.isOne("a".repeat(255))).isTrue();
        assertThat(FileKey.isOne("a".repeat(256))).isFalse();
    }

    @Test
    void sixteenKibibytesAreTheMost() throws Exception {
        assertThat(FileChunk.read(of(16_384))).isInstanceOf(Reading.Read.class);
        assertThat(FileChunk.read(of(16_385))).isInstanceOf(Reading.Refused.class);
        assertThat(FileChunk.read(of(100_000))).isInstanceOf(Reading.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file_key|\"../x\"",
                "file_key|7",
                "file_key|null",
                "chunk_base64|\"YWJ\"",
                "chunk_base64|\"YW-j\"",
                "chunk_base64|null",
                "chunk_base64|7",
                "chunk_index|-1",
                "chunk_index|1",
                "chunk_index|true",
                "chunk_index|0.5",
                "chunk_index|\"0\"",
                "chunk_index|null",
                "chunk_amount|0",
                "chunk_amount|2147483648",
                "chunk_amount|null",
                "chunk_amount|1000",
                "chunk_size|4",
                "chunk_size|\"3\"",
                "chunk_size|99999999999999999999",
                "file_length|2",
                "file_length|-1",
                "file_length|16385",
                "file_length|true"
            })
    void whatDoesNotFitIsRefusedByItsName(String field, String value) throws Exception {
        ObjectNode data = one();
        data.set(field, ProtocolCodec.readTree(value));

        assertThat(FileChunk.read(data))
                .isInstanceOfSatisfying(
                        Reading.Refused.class,
                        refused -> assertThat(refused.why()).contains(field).doesNotContain("YW-j"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "7", "\"text\""})
    void anyOtherTreeIsRefused(String tree) throws Exception {
        assertThat(FileChunk.read(ProtocolCodec.readTree(tree))).isInstanceOf(Reading.Refused.class);
    }

    private static ObjectNode one() throws Exception {
        return (ObjectNode) ProtocolCodec.readTree(ONE);
    }

    private static ObjectNode of(int size) throws Exception {
        ObjectNode data = one();
        data.put("chunk_base64", Base64.getEncoder().encodeToString(new byte[size]));
        return data.put("file_length", size).put("chunk_size", size);
    }

    private static FileChunk read(String json) throws Exception {
        return ((Reading.Read) FileChunk.read(ProtocolCodec.readTree(json))).chunk();
    }
}
