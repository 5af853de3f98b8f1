package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * Tries a contract: a sound implementation passes, and each law has an implementation that breaks it and is rejected by exactly
 * the tests that say so. The contract runs as a user's test does, through JUnit's engine.
 *
 * @param <T> what makes a wrong implementation out of a sound one
 */
abstract class ContractMutants<T> {
    private final Class<?> subject;

    /**
     * Says what to run.
     *
     * @param subject a test that extends the contract and asks for what {@link #use} was given
     */
    ContractMutants(Class<?> subject) {
        this.subject = subject;
    }

    abstract List<Mutant<T>> mutants();

    /** What changes nothing. */
    abstract T sound();

    /** Sets what the subject is to be made of, for the tests that follow. */
    abstract void use(T change);

    /** Laws that no implementation here can break, with the reason in the test. */
    Set<String> exempt() {
        return Set.of();
    }

    @Test
    void theSoundOnePasses() {
        use(sound());
        assertThat(failures()).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> eachMutantIsRejectedByItsLaws() {
        return mutants().stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.fault(), () -> {
                    use(mutant.change());
                    Map<String, String> failures = failures();
                    assertThat(failures.keySet())
                            .as("tests that fail: %s", failures)
                            .isEqualTo(mutant.laws());
                }));
    }

    @Test
    void everyLawHasAMutant() {
        Set<String> laws =
                AnnotationSupport.findAnnotatedMethods(subject, Test.class, HierarchyTraversalMode.TOP_DOWN).stream()
                        .map(Method::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
        laws.removeAll(exempt());
        Set<String> broken = mutants().stream()
                .flatMap(mutant -> mutant.laws().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(broken).isEqualTo(laws);
    }

    /** Runs the contract. Gives the tests that failed, and why. */
    private Map<String, String> failures() {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(subject))
                .execute()
                .testEvents();
        assertThat(tests.started().count()).isPositive();
        Map<String, String> failures = new TreeMap<>();
        tests.failed().stream()
                .forEach(event -> failures.put(
                        ((MethodSource) event.getTestDescriptor().getSource().orElseThrow()).getMethodName(),
                        event.getRequiredPayload(TestExecutionResult.class)
                                .getThrowable()
                                .map(Throwable::toString)
                                .orElse("?")));
        return failures;
    }
}
