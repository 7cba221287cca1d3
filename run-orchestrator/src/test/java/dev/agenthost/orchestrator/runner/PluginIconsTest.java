package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PluginIconsTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final FileKey KEY = new FileKey("k");

    private final RecordingFrameSink outlet = new RecordingFrameSink();
    private final List<String> changed = new ArrayList<>();
    private final WireLink link = new WireLink(outlet, (request, reply) -> icons().take(request, reply));
    private final ConnectionSlots seats = new ConnectionSlots(link, () -> 0, () -> {});
    private final PluginIcons icons = new PluginIcons(link, seats, () -> 1, this::ask, changed::add, () -> now());
    private long now;
    private int numbers = 100;

    @Test
    void requestsNothingOfAPluginWithoutAnIcon() {
        icons.these(Set.of());
        icons.again();
        second();

        assertThat(outlet.sent).isEmpty();
    }

    @Test
    void requestsEachIconOnceAndOneAtATime() {
        icons.these(Set.of("a/one", "a/two"));
        second();
        second();
        assertThat(outlet.sent).hasSize(1);

        answer(1, "{}");
        second();
        answer(2, "{}");
        second();
        icons.these(Set.of("a/two", "a/one"));
        second();

        assertThat(outlet.sent).hasSize(2);
    }

    @Test
    void occupiesASlotAndWaitsForOne() {
        icons.these(Set.of("a/one"));
        assertThat(seats.reserve(1)).isTrue();
        second();
        assertThat(outlet.sent).isEmpty();

        seats.giveBack();
        second();
        assertThat(outlet.sent).hasSize(1);
        assertThat(seats.reserve(1)).isFalse();

        answer(1, "{}");
        assertThat(seats.reserve(1)).isTrue();
    }

    @Test
    void givesUpAfterTheRequestLimit() {
        icons.these(Set.of("a/one", "a/two"));
        second();
        now += 20 * SECOND;
        second();

        assertThat(outlet.sent).hasSize(2);
    }

    @Test
    void usesChunksThatArrivedBeforeTheResponse() {
        icons.these(Set.of("a/one"));
        second();
        file(Pictures.webp(20_000));
        answer(1, "{\"plugin_icon_file_key\":\"k\",\"mime_type\":\"text/html\"}");

        assertThat(icons.of("a/one")).map(Icon::mimeType).contains("image/webp");
        assertThat(changed).containsExactly("a/one");
    }

    @Test
    void ignoresAnInvalidIcon() {
        List<String> nonsense = List.of(
                "[]",
                "null",
                "7",
                "{\"plugin_icon_file_key\":7}",
                "{\"plugin_icon_file_key\":{}}",
                "{\"plugin_icon_file_key\":\"../../etc/passwd\"}",
                "{\"plugin_icon_file_key\":\"never-came\"}");
        for (int i = 0; i < nonsense.size(); i++) {
            icons.these(Set.of("a/one"));
            icons.again();
            second();
            answer(i + 1, nonsense.get(i));

            assertThat(icons.of("a/one")).isEmpty();
        }
        assertThat(changed).isEmpty();
    }

    @Test
    void keepsTheIconOnAFailureAndRemovesItIfThereIsNone() {
        usesChunksThatArrivedBeforeTheResponse();

        icons.again();
        second();
        link.received("{\"seq_id\":2,\"code\":1,\"message\":\"OSError\",\"data\":{}}");
        assertThat(icons.of("a/one")).isPresent();

        icons.again();
        second();
        answer(3, "{\"plugin_icon_file_key\":\"\",\"mime_type\":\"\"}");
        assertThat(icons.of("a/one")).isEmpty();
        assertThat(changed).containsExactly("a/one", "a/one");
    }

    @Test
    void anEqualIconIsNoChange() {
        usesChunksThatArrivedBeforeTheResponse();
        icons.again();
        second();
        file(Pictures.webp(20_000));
        answer(2, "{\"plugin_icon_file_key\":\"k\"}");

        assertThat(changed).hasSize(1);
    }

    @Test
    void removesTheIconOfARemovedPlugin() {
        usesChunksThatArrivedBeforeTheResponse();
        icons.these(Set.of("a/two"));

        assertThat(icons.of("a/one")).isEmpty();
    }

    @Test
    void limitsTheBytesOfAllIconsOfAConnection() {
        Set<String> plugins = IntStream.range(0, 70).mapToObj(i -> "a/p" + i).collect(Collectors.toSet());
        icons.these(plugins);
        for (int i = 1; i <= 70; i++) {
            second();
            file(Pictures.png(Icon.LARGEST));
            answer(i, "{\"plugin_icon_file_key\":\"k\"}");
        }

        assertThat(plugins.stream().filter(plugin -> icons.of(plugin).isPresent()))
                .hasSize(64);
    }

    @Test
    void refusesAnInvalidChunk() {
        link.received("{\"seq_id\":9,\"action\":\"__file_chunk\",\"data\":{\"file_key\":\"../x\"}}");

        assertThat(outlet.sent).singleElement().asString().contains("\"code\":1", "file_key");
    }

    private void file(byte[] bytes) {
        for (FileChunk piece : FileChunk.split(KEY, bytes)) {
            link.received("{\"seq_id\":" + ++numbers + ",\"action\":\"__file_chunk\",\"data\":" + piece.write() + "}");
            assertThat(outlet.sent.removeLast()).contains("\"code\":0");
        }
    }

    private void answer(int number, String data) {
        link.received("{\"seq_id\":" + number + ",\"code\":0,\"data\":" + data + "}");
    }

    private OptionalLong ask(String plugin, WireLink.Answers answers) {
        return link.request("get_plugin_icon", JsonNodeFactory.instance.objectNode(), null, answers);
    }

    private PluginIcons icons() {
        return icons;
    }

    private long now() {
        return now;
    }

    private void second() {
        now += SECOND;
        icons.check(now);
    }
}
