package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that only platform/rest writes and reads entity tags: a resource hands the header to it, and takes the tag from it. */
class EntityTagGateTest {
    private static final Pattern NAMES_A_TAG =
            Pattern.compile("HttpHeaders\\.(ETAG|IF_(NONE_)?MATCH)|\"(ETag|If-(None-)?Match)\"");

    /** Code that parses or builds a tag: a concatenated quote, the weak prefix, a pattern, a cut or stripped text. */
    private static final Pattern DOES_IT_ITSELF = Pattern.compile(
            "'\"'|\"\\\\\"|\\\\\"\"|W/|Pattern\\.compile|(etag|tag|match|known|expected)\\w*\\s*\\.(strip|trim|split|substring|replace)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SENDS_A_TAG =
            Pattern.compile("(header|put)\\((headers, )?(HttpHeaders\\.ETAG|\"ETag\")");

    @Test
    void noResourceHasItsOwnEntityTags() throws IOException {
        Map<Path, String> breaches = new TreeMap<>();
        int checked = 0;
        for (List<Path> files : JavaSources.below("src/main/java").values()) {
            for (Path file : files) {
                String source = Files.readString(file);
                if (!JavaSources.path(file).contains("/platform/rest/") && namesATag(source)) {
                    checked++;
                    breaches(source).forEach(breach -> breaches.put(file, breach));
                }
            }
        }

        assertThat(breaches).isEmpty();
        assertThat(checked).as("classes that name the headers").isGreaterThan(10);
    }

    @Test
    void findsAPlantedBreach() {
        assertThat(breaches("answer.header(HttpHeaders.ETAG, '\"' + version + '\"')"))
                .isNotEmpty();
        assertThat(breaches("answer.header(HttpHeaders.ETAG, \"\\\"\" + version + \"\\\"\")"))
                .isNotEmpty();
        assertThat(breaches("@HeaderParam(HttpHeaders.IF_MATCH) String ifMatch) { int v = parse(ifMatch.strip()"))
                .isNotEmpty();
        assertThat(breaches("@HeaderParam(\"If-None-Match\") String known) { known.split(\",\")"))
                .isNotEmpty();
        assertThat(breaches("answer.header(HttpHeaders.ETAG, icon.sha256())")).isNotEmpty();
        assertThat(breaches("answer.header(HttpHeaders.ETAG, EntityTag.of(version))"))
                .isEmpty();
        assertThat(breaches("@HeaderParam(HttpHeaders.IF_MATCH) String ifMatch) { IfMatch.required(ifMatch)"))
                .isEmpty();
    }

    private static boolean namesATag(String source) {
        return NAMES_A_TAG.matcher(source).find();
    }

    private static List<String> breaches(String source) {
        Stream<String> itself =
                DOES_IT_ITSELF.matcher(source).results().map(found -> "handles a tag itself: " + found.group());
        Stream<String> sent = SENDS_A_TAG.matcher(source).find() && !source.contains("EntityTag.")
                ? Stream.of("sends a tag that is not EntityTag's")
                : Stream.empty();
        return Stream.concat(itself, sent).toList();
    }
}
