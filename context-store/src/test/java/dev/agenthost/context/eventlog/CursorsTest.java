package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.protocol.id.EventId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final byte[] OLD = "an old key of sixteen or more".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "a new key of sixteen or more".getBytes(StandardCharsets.UTF_8);
    private static final ConversationRef HERE = new ConversationRef("w", "b", "c", "");
    private static final Cursors CURSORS = new Cursors(List.of(OLD));

    @Property(tries = 300)
    void readsWhatItSigned(@ForAll @LongRange(min = 0) long halfSteps) {
        TranscriptPosition place = new TranscriptPosition(halfSteps);

        assertThat(CURSORS.read(HERE, CURSORS.sign(HERE, place))).isEqualTo(new CursorValidation.Valid(place));
    }

    @Property(tries = 300)
    void readsWhatItSignedInTheViewOfAnEvent(@ForAll @LongRange(min = 0) long halfSteps, @ForAll long id) {
        TranscriptPosition place = new TranscriptPosition(halfSteps, new EventId(new UUID(id, ~id)));

        assertThat(CURSORS.read(HERE, CURSORS.sign(HERE, place))).isEqualTo(new CursorValidation.Valid(place));
    }

    @Property(tries = 500)
    void refusesACursorWithAnyCharacterChanged(
            @ForAll @LongRange(min = 0) long halfSteps,
            @ForAll boolean inAView,
            @ForAll @IntRange(max = 59) int where,
            @ForAll @IntRange(min = 1, max = 63) int by) {
        String cursor =
                CURSORS.sign(HERE, new TranscriptPosition(halfSteps).of(inAView ? new EventId(new UUID(1, 2)) : null));
        int at = where % cursor.length();
        char other = ALPHABET.charAt((ALPHABET.indexOf(cursor.charAt(at)) + by) % ALPHABET.length());

        String changed = cursor.substring(0, at) + other + cursor.substring(at + 1);

        assertThat(CURSORS.read(HERE, changed)).isEqualTo(new CursorValidation.Invalid());
    }

    @Property(tries = 300)
    void refusesGarbage(@ForAll String garbage) {
        assertThat(CURSORS.read(HERE, garbage)).isEqualTo(new CursorValidation.Invalid());
    }

    @Test
    void isBoundToWorkspaceBotConversationAndThread() {
        String cursor = CURSORS.sign(HERE, TranscriptPosition.at(7));

        for (ConversationRef elsewhere : List.of(
                new ConversationRef("w2", "b", "c", ""),
                new ConversationRef("w", "b2", "c", ""),
                new ConversationRef("w", "b", "c2", ""),
                new ConversationRef("w", "b", "c", "t"),
                new ConversationRef("wb", "", "c", ""))) {
            assertThat(CURSORS.read(elsewhere, cursor)).isEqualTo(new CursorValidation.Invalid());
        }
    }

    @Test
    void aPrependedKeySignsAndTheOldOneVerifies() {
        Cursors rotated = new Cursors(List.of(NEW, OLD));
        Cursors onlyNew = new Cursors(List.of(NEW));
        String before = CURSORS.sign(HERE, TranscriptPosition.at(7));
        String after = rotated.sign(HERE, TranscriptPosition.at(7));

        assertThat(rotated.read(HERE, before)).isEqualTo(new CursorValidation.Valid(TranscriptPosition.at(7)));
        assertThat(onlyNew.read(HERE, after)).isEqualTo(new CursorValidation.Valid(TranscriptPosition.at(7)));
        assertThat(onlyNew.read(HERE, before)).isEqualTo(new CursorValidation.Invalid());
    }

    @Test
    void refusesToStartWithoutARealKey() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Cursors(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Cursors(List.of(new byte[15])));
    }

    @Test
    void aPositionBehindAnEntryIsBetweenItAndTheNext() {
        assertThat(TranscriptPosition.at(5).end()).isEqualTo(5);
        assertThat(TranscriptPosition.at(5).start()).isEqualTo(5);
        assertThat(TranscriptPosition.behind(5).end()).isEqualTo(6);
        assertThat(TranscriptPosition.behind(5).start()).isEqualTo(5);
    }
}
