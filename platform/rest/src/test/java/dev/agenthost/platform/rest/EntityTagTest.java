package dev.agenthost.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntityTagTest {
    @Test
    void readsTheTagThatItWrote() {
        assertThat(EntityTag.parse(EntityTag.of(3))).contains(new ExpectedVersion.Exactly(3));
        assertThat(EntityTag.parse(" \"3\" ")).contains(new ExpectedVersion.Exactly(3));
        assertThat(EntityTag.parse("*")).contains(new ExpectedVersion.Any());
    }

    @Test
    void knowsNoTagOfOthers() {
        assertThat(EntityTag.parse("3")).isEmpty();
        assertThat(EntityTag.parse("W/\"3\"")).isEmpty();
        assertThat(EntityTag.parse("\"1234567890123456789\"")).isEmpty();
        assertThat(EntityTag.parse("")).isEmpty();
    }

    @Test
    void expectsItsVersionOrAnyOne() {
        assertThat(new ExpectedVersion.Exactly(3).admits(3)).isTrue();
        assertThat(new ExpectedVersion.Exactly(3).admits(4)).isFalse();
        assertThat(new ExpectedVersion.Any().admits(4)).isTrue();
        assertThat(new ExpectedVersion.Exactly(3).orNull()).isEqualTo(3L);
        assertThat(new ExpectedVersion.Any().orNull()).isNull();
    }

    @Test
    void findsATagInAListWeaklyOrAnyTagAtAll() {
        String tag = EntityTag.ofContent("abc");
        assertThat(tag).isEqualTo("\"abc\"");
        assertThat(EntityTag.isListed("\"x\", W/\"abc\"", tag)).isTrue();
        assertThat(EntityTag.isListed("*", tag)).isTrue();
        assertThat(EntityTag.isListed("\"x\", abc", tag)).isFalse();
        assertThat(EntityTag.isListed(null, tag)).isFalse();
    }
}
