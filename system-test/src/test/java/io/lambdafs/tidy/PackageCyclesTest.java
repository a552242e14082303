package io.lambdafs.tidy;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Packages use each other in one direction only. */
final class PackageCyclesTest {
    @Test
    void packages_haveNoCycles() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                // The plugin's jar and that of traces carry libraries under names of their own.
                .withImportOption(location -> !location.contains("/io/lambdafs/client/shaded/")
                        && !location.contains("/io/lambdafs/tracing/shaded/"))
                .importPackages("io.lambdafs");
        assertThat(classes.size()).as("classes of the project").isGreaterThan(100);
        slices().matching("io.lambdafs.(**)").should().beFreeOfCycles().check(classes);
    }
}
