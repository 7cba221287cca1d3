package dev.agenthost.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessDeathsTest {
    private final ProcessDeaths lives = new ProcessDeaths();

    @Test
    void whatGoesOnHasNotDied() {
        lives.observe("kafka", 7, 0);
        lives.observe("kafka", 7, 0);
        assertThat(lives.deaths()).isZero();
    }

    @Test
    void deathsBeforeTheFirstLookDoNotCount() {
        lives.observe("kafka", 7, 2);
        lives.observe("kafka", 7, 2);
        assertThat(lives.deaths("kafka")).isZero();
    }

    @Test
    void theSupervisorCountsThoseBetweenTwoLooks() {
        lives.observe("kafka", 7, 1);
        lives.observe("kafka", 9, 4);
        assertThat(lives.deaths("kafka")).isEqualTo(3);
    }

    @Test
    void anotherIdIsADeathThoughNobodyCountedIt() {
        lives.observe("kafka", 7, 0);
        lives.observe("kafka", 9, 0);
        assertThat(lives.deaths("kafka")).isEqualTo(1);
    }

    @Test
    void aDeathThatIsSeenAsSuchIsOneAndNotTwo() {
        lives.observe("kafka", 7, 0);
        lives.observe("kafka", 0, 0);
        lives.observe("kafka", 9, 1);
        assertThat(lives.deaths("kafka")).isEqualTo(1);
    }

    @Test
    void whoeverHasNoSupervisorDiesOnceAndStaysDead() {
        lives.observe("runner", 7, 0);
        lives.observe("runner", 0, 0);
        lives.observe("runner", 0, 0);
        assertThat(lives.deaths("runner")).isEqualTo(1);
    }

    @Test
    void allOfThemAreAddedUp() {
        lives.observe("kafka", 7, 0);
        lives.observe("runner", 8, 0);
        lives.observe("kafka", 9, 1);
        lives.observe("runner", 0, 0);
        assertThat(lives.deaths()).isEqualTo(2);
        assertThat(lives.deaths("nobody")).isZero();
    }
}
