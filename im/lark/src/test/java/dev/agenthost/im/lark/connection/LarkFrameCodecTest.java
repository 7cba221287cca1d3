package dev.agenthost.im.lark.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.lark.oapi.google.protobuf.ByteString;
import com.lark.oapi.google.protobuf.InvalidProtocolBufferException;
import com.lark.oapi.google.protobuf.UnknownFieldSet;
import com.lark.oapi.ws.pb.Pbbp2;
import dev.agenthost.im.lark.connection.LarkFrame.Header;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** The SDK's generated class is the oracle of the codec. */
class LarkFrameCodecTest {
    @Property
    void theBytesAreThoseOfTheSdk(@ForAll("frames") LarkFrame frame) {
        assertThat(LarkFrameCodec.encode(frame)).isEqualTo(sdk(frame).toByteArray());
    }

    @Property
    void whatTheSdkWritesIsRead(@ForAll("frames") LarkFrame frame) {
        assertThat(LarkFrameCodec.decode(sdk(frame).toByteArray()))
                .get()
                .usingRecursiveComparison()
                .isEqualTo(frame);
    }

    /** A damaged frame is read as the SDK reads it, or not at all. Groups are not compared. */
    @Property(tries = 5000)
    void aDamagedFrameIsReadAsTheSdkReadsIt(
            @ForAll("frames") LarkFrame frame, @ForAll int place, @ForAll byte with, @ForAll int length) {
        byte[] bytes = LarkFrameCodec.encode(frame);
        byte[] damaged = Arrays.copyOf(bytes, Math.floorMod(length, bytes.length) + 1);
        damaged[Math.floorMod(place, damaged.length)] = with;

        Optional<LarkFrame> read = LarkFrameCodec.decode(damaged);

        read.ifPresent(found -> assertThat(sdk(found)).isEqualTo(withoutUnknownFields(damaged)));
    }

    @Property(tries = 5000)
    void noBytesMakeItFail(@ForAll byte[] bytes) {
        assertThat(LarkFrameCodec.decode(bytes)).isNotNull();
    }

    @Example
    void aFrameWithoutARequiredFieldIsNone() {
        byte[] whole = LarkFrameCodec.encode(LarkFrame.ping(7));
        assertThat(LarkFrameCodec.decode(whole)).isPresent();
        assertThat(LarkFrameCodec.decode(new byte[0])).isEmpty();
        assertThat(LarkFrameCodec.decode(Arrays.copyOfRange(whole, 2, whole.length)))
                .isEmpty();
    }

    @Example
    void aFrameWithVeryManyHeadersIsNone() {
        List<Header> many = Collections.nCopies(101, new Header("a", "b"));
        assertThat(LarkFrameCodec.decode(
                        LarkFrameCodec.encode(new LarkFrame(0, 0, 0, 0, many, null, null, null, null))))
                .isEmpty();
    }

    private static Pbbp2.@Nullable Frame withoutUnknownFields(byte[] bytes) {
        try {
            Pbbp2.Frame.Builder frame =
                    Pbbp2.Frame.parseFrom(bytes).toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance());
            frame.getHeadersBuilderList()
                    .forEach(header -> header.setUnknownFields(UnknownFieldSet.getDefaultInstance()));
            return frame.build();
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private static Pbbp2.Frame sdk(LarkFrame frame) {
        Pbbp2.Frame.Builder built = Pbbp2.Frame.newBuilder()
                .setSeqID(frame.sequenceId())
                .setLogID(frame.logId())
                .setService(frame.service())
                .setMethod(frame.method());
        frame.headers()
                .forEach(header -> built.addHeaders(
                        Pbbp2.Header.newBuilder().setKey(header.key()).setValue(header.value())));
        Optional.ofNullable(frame.payloadEncoding()).ifPresent(built::setPayloadEncoding);
        Optional.ofNullable(frame.payloadType()).ifPresent(built::setPayloadType);
        Optional.ofNullable(frame.payload()).map(ByteString::copyFrom).ifPresent(built::setPayload);
        Optional.ofNullable(frame.newLogId()).ifPresent(built::setLogIDNew);
        return built.build();
    }

    @Provide
    static Arbitrary<LarkFrame> frames() {
        Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(20).filter(LarkFrameCodecTest::isUnicode);
        Arbitrary<Header> headers = Combinators.combine(texts, texts).as(Header::new);
        Arbitrary<byte[]> payloads = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        headers.list().ofMaxSize(6),
                        texts.injectNull(0.3).list().ofSize(3),
                        payloads.injectNull(0.3))
                .as((sequence, log, service, method, all, others, payload) -> new LarkFrame(
                        sequence, log, service, method, all, others.get(0), others.get(1), payload, others.get(2)));
    }

    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
