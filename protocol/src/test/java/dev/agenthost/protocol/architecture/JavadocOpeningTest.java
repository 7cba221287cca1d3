package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each Javadoc begins with what its type or method is or does, and not with a question word. */
class JavadocOpeningTest {
    private static final Pattern QUESTION = Pattern.compile(
            "/\\*\\*\\s*(?:\\*\\s*)?(?:What|Whether|How|Who|Whoever|Whose|Where|When|Why|Whatever|Which)\\b[^\n]*");

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void noJavadocBeginsWithAQuestionWord(String folder) throws IOException {
        Map<String, List<Path>> sources = JavaSources.below(folder);

        assertThat(sources).isNotEmpty();
        assertThat(sources.values().stream().flatMap(List::stream).flatMap(JavadocOpeningTest::questions))
                .isEmpty();
    }

    private static Stream<String> questions(Path file) {
        try {
            return QUESTION.matcher(Files.readString(file))
                    .results()
                    .map(found -> JavaSources.path(file) + ": " + found.group());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
